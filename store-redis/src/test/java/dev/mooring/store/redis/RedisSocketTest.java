package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.answer;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.read;
import static dev.mooring.store.redis.Samples.session;
import static dev.mooring.store.redis.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.Counter;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.affinity.limit.Window;
import io.netty.channel.epoll.Epoll;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis through a Unix socket, as an ACL user with a password. */
class RedisSocketTest {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SOCKET);

  /** The rights are those that docs/redis.md names. */
  @Test
  void aUserWithAPasswordReachesPinsThroughASocket() {
    Assumptions.assumeTrue(Epoll.isAvailable(), "Unix sockets need a native transport");
    RedisStore store = SERVER.store();
    SessionKey session = session();
    Pin pin = pin("a", "1");
    write(store.pins(), new PinWrite.Claim(session, MODEL, pin, Duration.ofMinutes(5)));
    assertThat(read(store.pins(), session, MODEL)).isEqualTo(new PinState.Pinned(pin));
    write(store.pins(), new PinWrite.Remove(session, MODEL, pin.version()));
    HealthBoard.Subject subject = new HealthBoard.Subject("a", "1", "m");
    Duration minute = Duration.ofMinutes(1);
    answer(store.health().report(new HealthBoard.CoolDown(subject, "down", minute)));
    assertThat(answer(store.health().tryProbe(subject, minute))).isTrue();
    answer(store.health().clear(subject));
    Counter counter = new Counter("key:web:usd", Window.Calendar.MONTH, 10);
    LimitStore.Decision decision =
        answer(store.limits().reserve("team", List.of(new Charge(counter, 10, true))));
    answer(((LimitStore.Decision.Granted) decision).reservation().settle(List.of(1L)));
    answer(store.limits().reserve("team", List.of(new Charge(counter, 9, true))));
    IssuerStore.Issuer issuer = new IssuerStore.Issuer("openai", "a", "s");
    answer(store.issuers().remember(List.of(session.hex()), issuer));
    assertThat(answer(store.issuers().issuer(List.of(session.hex())))).isEqualTo(issuer);
    assertThat(SERVER.settings().toString()).doesNotContain("s3cret");
  }
}
