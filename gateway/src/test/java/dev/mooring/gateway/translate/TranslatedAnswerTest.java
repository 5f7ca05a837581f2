package dev.mooring.gateway.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.translate.model.Target;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for the answers of all formats, seen through the door. */
class TranslatedAnswerTest {
  private static final Target GEMINI = new Target("gemini-2.5-pro", "google", null, Set.of(), true);
  private static final String ODD = "files.read/all";

  private final TranslatedRequest request =
      new TranslatedRequest(
          Api.CHAT,
          bytes(
              "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],"
                  + "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\""
                  + ODD
                  + "\"}}]}"),
          (feature, details) -> {});

  @Test
  void aToolWhoseNameTheProviderRefusesIsCalledByItsOwnName() {
    String sent =
        new String(
            request.body(Dialect.GEMINI, GEMINI, (feature, details) -> {}), StandardCharsets.UTF_8);
    assertThat(sent).doesNotContain(ODD);
    String name = sent.replaceFirst("(?s).*functionDeclarations\":\\[\\{\"name\":\"", "");
    String answer =
        "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\""
            + name.substring(0, name.indexOf('"'))
            + "\",\"args\":{\"a\":1}}}]},\"finishReason\":\"STOP\"}],"
            + "\"usageMetadata\":{\"promptTokenCount\":9,\"candidatesTokenCount\":3}}";
    assertThat(text(answer().whole(bytes(answer)))).contains("\"name\":\"" + ODD + "\"");
    TranslatedAnswer stream = answer();
    String events = text(stream.feed(bytes("data: " + answer + "\n\n"))) + text(stream.end());
    assertThat(events).contains("\"name\":\"" + ODD + "\"");
    assertThat(stream.usage()).isEqualTo(new Usage(9, 0, 0, 0, 3));
  }

  @Test
  void aStreamThatWasCutIsNotEnded() {
    TranslatedAnswer stream = answer();
    String events =
        text(
            stream.feed(
                bytes(
                    "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":"
                        + "[{\"text\":\"half\"}]}}]}\n\n")));
    assertThat(events).contains("half");
    assertThat(text(stream.end())).doesNotContain("finish_reason\":\"", "[DONE]");
  }

  private TranslatedAnswer answer() {
    return request.answer(Dialect.GEMINI, "m", "01", Instant.EPOCH, 0, List.of());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
