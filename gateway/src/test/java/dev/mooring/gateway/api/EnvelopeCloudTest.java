package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.config.Api;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Messages body in the shape of a cloud, and a body as a translation reads it. */
final class EnvelopeCloudTest {
  private static final Set<String> BOTH = Set.of("model", "stream");
  private static final BodyShape PATH = new BodyShape.CloudMessages("v", BOTH, false);
  private static final BodyShape BEDROCK = new BodyShape.CloudMessages("b", BOTH, true);

  private static String cloud(String body, BodyShape shape) {
    return new String(
        Envelope.read(Api.MESSAGES, body.getBytes(UTF_8))
            .upstreamBody("up", true, false, null, shape),
        UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"model":"m","messages":[],"stream":true}        | {"anthropic_version":"v","messages":[]}
          {"messages":[] , "model" : "m", "stream":false}  | {"anthropic_version":"v","messages":[] }
          { "messages":[],"x":1.0, "stream":true,"y":"\\u00e9","model":"m" } | { "anthropic_version":"v","messages":[],"x":1.0, "y":"\\u00e9" }
          {"stream":true,"caching":"auto","messages":[],"model":"m"} | {"anthropic_version":"v","messages":[]}
          {"model":"m","anthropic_version":"own","messages":[]} | {"anthropic_version":"v","messages":[]}
          {"model":"m","anthropic_beta":["own"],"messages":[]} | {"anthropic_version":"v","anthropic_beta":["own"],"messages":[]}
          """)
  void modelAndStreamAreCutAndTheVersionComesFirst(String body, String upstream) {
    assertThat(cloud(body, PATH)).isEqualTo(upstream);
  }

  @Test
  void whatThePathDoesNotSayStaysInTheBody() {
    String body = "{\"model\":\"m\",\"stream\":true,\"messages\":[]}";
    assertThat(cloud(body, new BodyShape.CloudMessages("v", Set.of("model"), false)))
        .isEqualTo("{\"anthropic_version\":\"v\",\"stream\":true,\"messages\":[]}");
    assertThat(cloud(body, new BodyShape.CloudMessages("v", Set.of(), false)))
        .isEqualTo(
            "{\"anthropic_version\":\"v\",\"model\":\"up\",\"stream\":true,\"messages\":[]}");
  }

  @Test
  void theBetasOfHeadersAreNamedInTheBodyOnceAndInTheirOrder() {
    BodyShape shape = BEDROCK.withBetas(List.of("one, two", "two,three,"));
    assertThat(cloud("{\"model\":\"m\",\"messages\":[]}", shape))
        .isEqualTo(
            "{\"anthropic_version\":\"b\",\"anthropic_beta\":[\"one\",\"two\",\"three\"],"
                + "\"messages\":[]}");
  }

  @Test
  void theBodysOwnBetasStayBeforeThoseOfHeaders() {
    BodyShape shape = BEDROCK.withBetas(List.of("one,own"));
    assertThat(cloud("{\"messages\":[],\"anthropic_beta\":[\"own\",7],\"model\":\"m\"}", shape))
        .isEqualTo(
            "{\"anthropic_version\":\"b\",\"anthropic_beta\":[\"own\",\"one\"],\"messages\":[]}");
  }

  @Test
  void onlyAShapeThatWantsThemTakesBetas() {
    assertThat(PATH.withBetas(List.of("one"))).isSameAs(PATH);
    assertThat(PlainShape.IN_BODY.withBetas(List.of("one"))).isSameAs(PlainShape.IN_BODY);
    assertThat(BEDROCK.withBetas(List.of())).isSameAs(BEDROCK);
  }

  @Test
  void markersGoIntoACloudsBodyToo() {
    String body =
        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"stream\":true}";
    byte[] upstream =
        Envelope.read(Api.MESSAGES, body.getBytes(UTF_8))
            .upstreamBody(
                "up",
                true,
                false,
                new CacheMarking(CacheMarker.CACHE_CONTROL, false, List.of(), 0),
                BEDROCK);
    assertThat(new String(upstream, UTF_8))
        .isEqualTo(
            "{\"anthropic_version\":\"b\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":"
                + "\"text\",\"text\":\"a\",\"cache_control\":{\"type\":\"ephemeral\"}}]}]}");
  }

  @Test
  void aTranslationReadsTheCallersVeryBytesWhereNothingIsToChange() {
    byte[] body =
        "{\"model\":\"m\",\"messages\":[],\"stream\":true,\"providerOptions\":{}}".getBytes(UTF_8);
    Envelope envelope = Envelope.read(Api.CHAT, body);
    assertThat(envelope.translatable(Envelope.ALL_STATE, null)).isSameAs(body);
  }

  @Test
  void aTranslationReadsMarkersAndNoStateThatIsStripped() {
    byte[] body =
        ("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":"
                + "\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"t\","
                + "\"signature\":\"s\"},{\"type\":\"text\",\"text\":\"b\"}]}],\"caching\":\"auto\"}")
            .getBytes(UTF_8);
    Envelope envelope = Envelope.read(Api.MESSAGES, body);
    String read =
        new String(
            envelope.translatable(
                Envelope.ALL_STATE,
                new CacheMarking(CacheMarker.CACHE_CONTROL, false, List.of(), 0)),
            UTF_8);
    assertThat(read)
        .startsWith("{\"model\":\"m\"")
        .endsWith("\"caching\":\"auto\"}")
        .contains("cache_control")
        .doesNotContain("signature");
  }
}
