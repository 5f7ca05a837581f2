package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rights that docs/redis.md has a user given are those that the scripts need. */
class RightsTest {
  private static final Pattern CALL = Pattern.compile("redis\\.p?call\\('([A-Z]+)'");

  @Test
  void theDocumentedUserMayRunEveryCommandOfTheScripts() throws IOException {
    Path scripts = Path.of("..", "store-redis/src/main/resources/dev/mooring/store/redis");
    List<String> needed;
    try (Stream<Path> files = Files.list(scripts)) {
      needed =
          files
              .map(RightsTest::read)
              .flatMap(script -> CALL.matcher(script).results())
              .map(call -> "+" + call.group(1).toLowerCase(Locale.ROOT))
              .distinct()
              .toList();
    }
    assertThat(needed).hasSizeGreaterThan(10);
    assertThat(RedisServer.documentedRights().split(" ", -1)).containsAll(needed);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
