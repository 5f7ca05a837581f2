package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.affinity.IssuerStore.Issuer;
import dev.mooring.affinity.Pin;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The text of values in Redis. */
class PinCodecTest {
  private static final String LETTERS = "ab%\n0A25é \u0000😀";

  @Test
  void aPinIsItsVersionAndItsHolderALineEach() {
    assertThat(PinCodec.encode(new Pin("bedrock", "us.anthropic.claude", "eu-1", 7)))
        .isEqualTo("7\nbedrock\nus.anthropic.claude\neu-1");
    assertThat(PinCodec.encode(new Pin("openai", "gpt-5.5", null, -7)))
        .isEqualTo("-7\nopenai\ngpt-5.5");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whateverNamesAreMadeOfTheyComeBack(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      String credential = random.nextBoolean() ? null : name(random);
      Pin pin = new Pin(name(random), name(random), credential, random.nextLong());
      assertThat(PinCodec.pin(PinCodec.encode(pin))).isEqualTo(pin);
      Issuer issuer = new Issuer(name(random), name(random), name(random));
      assertThat(PinCodec.issuer(PinCodec.encode(issuer))).isEqualTo(issuer);
    }
  }

  @Test
  void whatIsNoPinIsRefused() {
    assertThatThrownBy(() -> PinCodec.pin("7\nopenai"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PinCodec.pin("x\nopenai\nmodel"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PinCodec.issuer("openai"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static LongStream seeds() {
    return LongStream.range(0, 20);
  }

  private static String name(Random random) {
    StringBuilder name = new StringBuilder();
    int[] letters = LETTERS.codePoints().toArray();
    int length = random.nextInt(6);
    for (int i = 0; i < length; i++) {
      name.appendCodePoint(letters[random.nextInt(letters.length)]);
    }
    return name.toString();
  }
}
