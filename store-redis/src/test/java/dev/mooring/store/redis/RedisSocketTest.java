package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.read;
import static dev.mooring.store.redis.Samples.session;
import static dev.mooring.store.redis.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import io.netty.channel.epoll.Epoll;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis through a Unix socket, as an ACL user with a password. */
class RedisSocketTest {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SOCKET);

  @Test
  void aUserWithAPasswordReachesPinsThroughASocket() {
    Assumptions.assumeTrue(Epoll.isAvailable(), "Unix sockets need a native transport");
    RedisStore store = SERVER.store();
    SessionKey session = session();
    Pin pin = pin("a", "1");
    write(store.pins(), new PinWrite.Claim(session, MODEL, pin, Duration.ofMinutes(5)));
    assertThat(read(store.pins(), session, MODEL)).isEqualTo(new PinState.Pinned(pin));
    assertThat(SERVER.settings().toString()).doesNotContain("s3cret");
  }
}
