package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read out of jcmd's heap information. */
final class HeapInfoTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        1:
         def new generation   total 19648K, used 3000K [0xfc000000, 0xfd550000, 0xfd550000)
         tenured generation   total 43712K, used 72K [0xfd550000, 0x100000000, 0x100000000)
         Metaspace       used 8961K, committed 9216K, reserved 1114112K
          class space    used 1062K, committed 1152K, reserved 1048576K
        """,
        """
        1:
        DefNew     total 19648K, used 3000K [0xfc000000, 0xfd550000, 0xfd550000)
        Tenured    total 43712K, used 72K [0xfd550000, 0x100000000, 0x100000000)
        """,
        """
        1:
         garbage-first heap   total 65536K, used 3072K [0xfc000000, 0x100000000)
          region size 1024K, 5 young (5120K), 1 survivors (1024K)
         Metaspace       used 8935K, committed 9088K, reserved 1114112K
        """,
        """
        1:
         garbage-first heap   total reserved 65536K, committed 65536K, used 3M [0xfc00, 0x10000)
        """,
        """
        1:
        PSYoungGen      total 18944K, used 1024K [0xfeb00000, 0x100000000, 0x100000000)
        ParOldGen       total 44032K, used 2048K [0xfc000000, 0xfeb00000, 0xfeb00000)
        """
      })
  void generationsAreAddedAndNothingElse(String info) {
    assertThat(HeapInfo.usedBytes(info)).isEqualTo(3072 * 1024);
  }
}
