package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes that come in pieces. */
class BytesTest {
  @Test
  void whateverThePiecesAndWhateverWasExpectedAllBytesAreThereInOrder() {
    Random random = new Random(11);
    for (int round = 0; round < 500; round++) {
      byte[] all = new byte[random.nextInt(200)];
      random.nextBytes(all);
      Bytes bytes = new Bytes(random.nextInt(250));
      int at = 0;
      while (at < all.length) {
        int end = Math.min(all.length, at + 1 + random.nextInt(80));
        bytes.add(Buffer.buffer(all).slice(at, end));
        at = end;
      }
      assertThat(bytes.length()).isEqualTo(all.length);
      assertThat(bytes.array()).isEqualTo(all);
    }
  }

  @Test
  void onePieceOfTheAnnouncedLengthIsNotCopied() {
    byte[] body = {1, 2, 3};
    Bytes bytes = new Bytes(3);
    bytes.add(Bytes.wrap(body));
    assertThat(bytes.array()).isSameAs(body);
  }

  @Test
  void theArrayGrowsWithWhatComesToTheAnnouncedLength() {
    byte[] piece = new byte[1 << 19];
    Bytes bytes = new Bytes(5 << 19);
    int[] capacities = new int[5];
    for (int i = 0; i < capacities.length; i++) {
      capacities[i] = bytes.capacityWith(Buffer.buffer(piece)) >> 19;
      bytes.add(Buffer.buffer(piece));
    }
    assertThat(capacities).containsExactly(2, 2, 4, 4, 5);
    assertThat(bytes.array()).isSameAs(bytes.array()).hasSize(5 << 19);
  }

  @Test
  void aPartOfABufferIsCopiedOutOfIt() {
    assertThat(Bytes.of(Buffer.buffer("abcdef").slice(2, 4))).isEqualTo(new byte[] {'c', 'd'});
  }
}
