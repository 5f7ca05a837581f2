package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.answer;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.read;
import static dev.mooring.store.redis.Samples.session;
import static dev.mooring.store.redis.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis through TLS, with certificates on both sides, as the ACL user of docs/redis.md. */
class RedisTlsTest {
  private static final Duration MINUTES = Duration.ofMinutes(5);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.TLS);

  @Test
  void theDocumentedUserMayDoAllThatAStoreDoes() {
    RedisStore store = SERVER.store();
    SessionKey session = session();
    Pin pin = pin("a", "1");
    write(store.pins(), new PinWrite.Claim(session, MODEL, pin, MINUTES));
    assertThat(read(store.pins(), session, MODEL)).isEqualTo(new PinState.Pinned(pin));
    write(store.pins(), new PinWrite.Remove(session, MODEL, pin.version()));
    HealthBoard.Subject subject = new HealthBoard.Subject("a", "1", "m");
    answer(store.health().report(new HealthBoard.CoolDown(subject, "down", MINUTES)));
    assertThat(answer(store.health().tryProbe(subject, MINUTES))).isTrue();
    answer(store.health().clear(subject));
    IssuerStore.Issuer issuer = new IssuerStore.Issuer("openai", "a", "s");
    answer(store.issuers().remember(List.of(session.hex()), issuer));
    assertThat(answer(store.issuers().issuer(List.of(session.hex())))).isEqualTo(issuer);
    Samples.serve(store, session, "a");
    try (RedisServer.Commands admin = SERVER.commands()) {
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () ->
                  admin.redis().keys("*events:{*}").stream().mapToLong(admin.redis()::xlen).sum()
                      == 1);
      assertThat(admin.redis().keys("*session:{" + session.hex() + "}")).hasSize(1);
    }
  }

  @Test
  void aServerOfAnUnknownAuthorityIsNotSpokenTo() {
    RedisTls given = SERVER.settings().tls();
    RedisTls publicOnly =
        new RedisTls(RedisTls.Verify.FULL, null, given.certificateFile(), given.keyFile());
    assertRefused(SERVER.settings().withTls(publicOnly));
  }

  @Test
  void aServerWithAnotherNameIsSpokenToOnlyWhereTheNameIsNotChecked() {
    RedisSettings byNumber = byNumber(SERVER.settings());
    assertRefused(byNumber);
    RedisTls given = byNumber.tls();
    RedisTls authorityOnly =
        new RedisTls(RedisTls.Verify.CA, given.caFile(), given.certificateFile(), given.keyFile());
    assertAnswers(byNumber.withTls(authorityOnly));
  }

  @Test
  void withoutVerificationAnyServerIsSpokenTo() {
    RedisTls given = SERVER.settings().tls();
    RedisTls none =
        new RedisTls(RedisTls.Verify.NONE, null, given.certificateFile(), given.keyFile());
    assertAnswers(byNumber(SERVER.settings()).withTls(none));
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    RedisTls missing = new RedisTls(RedisTls.Verify.FULL, Path.of("/no/such/ca.crt"), null, null);
    assertThatThrownBy(() -> SERVER.unconnected(SERVER.settings().withTls(missing)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tls: /no/such/ca.crt cannot be read");
  }

  /** The same server by its address, which its certificate does not name. */
  private static RedisSettings byNumber(RedisSettings settings) {
    String uri = settings.uris().get(0).replace("localhost", "127.0.0.1");
    return new RedisSettings(
        List.of(uri),
        false,
        settings.keyPrefix(),
        settings.timeout(),
        settings.maxModels(),
        settings.retention(),
        settings.tls());
  }

  private static void assertAnswers(RedisSettings settings) {
    assertThat(read(SERVER.store(settings).pins(), session(), MODEL)).isEqualTo(PinState.ABSENT);
  }

  /** A store that is opened later is long connected when this one still is not. */
  private static void assertRefused(RedisSettings settings) {
    RedisStore store = SERVER.unconnected(settings);
    assertAnswers(SERVER.settings());
    await()
        .during(Duration.ofMillis(300))
        .until(() -> !store.opened().toCompletableFuture().isDone());
  }
}
