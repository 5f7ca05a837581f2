package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Arguments that are encoded ahead are the bytes that Lettuce would send. */
class BulksTest {
  private static final int[] LETTERS = "ab{}:%\n\r \u00e4\u20ac\ud83d\ude00".codePoints().toArray();
  private static final int LONGEST = 1_200;

  @Test
  void textsOfAnyLengthAndAlphabetAreWhatLettuceSends() {
    Random random = new Random(1);
    for (int round = 0; round < 500; round++) {
      List<String> texts = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        texts.add(text(random));
      }
      CommandArgs<String, String> theirs = new CommandArgs<>(StringCodec.UTF8);
      theirs.addValues(texts);
      assertSame(new EncodedArgs(false, "key", Bulks.of(texts)), theirs);
    }
  }

  @Test
  void numbersAndPartsStandOneBehindTheOther() {
    Bulks first = new Bulks(1);
    first.add(7);
    first.add(Long.MIN_VALUE);
    Bulks second = new Bulks(0);
    second.addAll(first);
    second.add("");
    CommandArgs<String, String> theirs = new CommandArgs<>(StringCodec.UTF8);
    for (String each : List.of("7", "-9223372036854775808")) {
      theirs.addValue(each);
    }
    theirs.addValue("7").addValue("-9223372036854775808").addValue("");
    assertSame(new EncodedArgs(false, "key", first, second), theirs);
  }

  private static String text(Random random) {
    int length = random.nextBoolean() ? random.nextInt(20) : random.nextInt(LONGEST);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }

  private static void assertSame(EncodedArgs ours, CommandArgs<String, String> theirs) {
    assertThat(ours.count()).isEqualTo(theirs.count());
    ByteBuf expected = Unpooled.buffer();
    theirs.encode(expected);
    ByteBuf encoded = Unpooled.buffer(1);
    ours.encode(encoded);
    assertThat(encoded).isEqualTo(expected);
  }
}
