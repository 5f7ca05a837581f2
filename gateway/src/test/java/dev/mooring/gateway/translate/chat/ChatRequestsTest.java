package dev.mooring.gateway.translate.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RandomRequests;
import dev.mooring.gateway.translate.model.Target;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random requests, written as Chat Completions and read again. */
class ChatRequestsTest {
  private static final Set<Feature> EXPRESSIBLE =
      EnumSet.of(
          Feature.SEVERAL_TEXTS,
          Feature.SYSTEM,
          Feature.SYSTEM_LATER,
          Feature.IMAGES,
          Feature.IMAGE_URLS,
          Feature.IMAGE_DETAIL,
          Feature.DOCUMENTS,
          Feature.AUDIO,
          Feature.CALLS,
          Feature.RESULT_SEVERAL_TEXTS,
          Feature.FREEFORM_TOOLS,
          Feature.STRICT_TOOLS,
          Feature.REFUSALS,
          Feature.TOOL_CHOICE,
          Feature.ALLOWED_TOOLS,
          Feature.PARALLEL,
          Feature.TEMPERATURE,
          Feature.TOP_P,
          Feature.PENALTIES,
          Feature.SEED,
          Feature.STOP,
          Feature.EFFORT,
          Feature.JSON_OBJECT,
          Feature.JSON_SCHEMA,
          Feature.JSON_SCHEMA_NAME,
          Feature.CACHE_KEY,
          Feature.CACHE_RETENTION,
          Feature.USER);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aRequestThatIsWrittenForOpenAiReadsTheSame(long seed) {
    RandomRequests requests = new RandomRequests(seed, EXPRESSIBLE);
    for (int i = 0; i < 50; i++) {
      assertReadsTheSame(requests.next(), "openai");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aRequestThatIsWrittenForAServerOfOpenModelsReadsTheSame(long seed) {
    Set<Feature> features = EnumSet.copyOf(EXPRESSIBLE);
    features.removeAll(
        EnumSet.of(
            Feature.SEVERAL_TEXTS,
            Feature.RESULT_SEVERAL_TEXTS,
            Feature.FREEFORM_TOOLS,
            Feature.REFUSALS,
            Feature.ALLOWED_TOOLS,
            Feature.CACHE_RETENTION));
    features.addAll(EnumSet.of(Feature.REASONING, Feature.TOP_K));
    RandomRequests requests = new RandomRequests(seed, features);
    for (int i = 0; i < 50; i++) {
      assertReadsTheSame(requests.next(), "vllm");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "mistral", "deepseek", "openai-compatible"})
  void anEarlierTurnHasTheSameBytesInALaterOne(String type) {
    RandomRequests requests = new RandomRequests(7, EnumSet.allOf(Feature.class));
    for (int i = 0; i < 50; i++) {
      ModelRequest request = requests.next();
      String whole = messages(request, type);
      for (int end = 1; end < request.messages().size(); end++) {
        String earlier = messages(upTo(request, end), type);
        assertThat(whole).startsWith(earlier.substring(0, earlier.length() - 1));
      }
    }
  }

  private static void assertReadsTheSame(ModelRequest request, String type) {
    List<String> warnings = new ArrayList<>();
    byte[] body =
        new ChatRequestWriter().write(request, target(type), (field, said) -> warnings.add(field));
    ModelRequest read = new ChatRequestReader().read(body, (field, said) -> warnings.add(field));
    assertThat(read).isEqualTo(request);
    assertThat(warnings).isEmpty();
  }

  private static String messages(ModelRequest request, String type) {
    byte[] body = new ChatRequestWriter().write(request, target(type), (field, said) -> {});
    JsonNode written = Objects.requireNonNull(Json.readOrNull(new String(body, UTF_8)));
    return Json.text(written.path("messages"));
  }

  private static ModelRequest upTo(ModelRequest all, int end) {
    return new ModelRequest(
        all.messages().subList(0, end),
        all.tools(),
        all.toolChoice(),
        all.parallelToolCalls(),
        all.sampling(),
        all.reasoning(),
        all.outputFormat(),
        all.stream(),
        all.cache(),
        all.promptCacheKey(),
        all.promptCacheRetention(),
        all.user(),
        all.options());
  }

  private static Target target(String type) {
    return new Target("model", type, null, Set.of(), true);
  }
}
