package dev.mooring.gateway.translate.responses;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RandomRequests;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.Tool;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random requests, written for the Responses API and read again. */
class ResponsesRequestsTest {
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
          Feature.SEALS,
          Feature.EMPTY_SEALED,
          Feature.CALLS,
          Feature.RESULT_SEVERAL_TEXTS,
          Feature.RESULT_IMAGES,
          Feature.FREEFORM_TOOLS,
          Feature.REFUSALS,
          Feature.TOOL_CHOICE,
          Feature.ALLOWED_TOOLS,
          Feature.PARALLEL,
          Feature.TEMPERATURE,
          Feature.TOP_P,
          Feature.EFFORT,
          Feature.JSON_OBJECT,
          Feature.JSON_SCHEMA,
          Feature.JSON_SCHEMA_NAME,
          Feature.CACHE_KEY,
          Feature.CACHE_RETENTION,
          Feature.USER);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aRequestThatIsWrittenReadsTheSame(long seed) {
    RandomRequests requests =
        new RandomRequests(seed, EXPRESSIBLE, EnumSet.of(Signature.Family.OPENAI));
    for (int i = 0; i < 50; i++) {
      ModelRequest request = requests.next();
      List<String> warnings = new ArrayList<>();
      byte[] body =
          new ResponsesRequestWriter()
              .write(request, target(), (field, details) -> warnings.add(field));
      ModelRequest read =
          new ResponsesRequestReader().read(body, (field, details) -> warnings.add(field));
      assertThat(read).isEqualTo(strictTold(request));
      assertThat(warnings).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anEarlierTurnHasTheSameBytesInALaterOne(long seed) {
    RandomRequests requests = new RandomRequests(seed, EnumSet.allOf(Feature.class));
    for (int i = 0; i < 50; i++) {
      ModelRequest request = requests.next();
      String whole = input(request);
      for (int end = 1; end < request.messages().size(); end++) {
        String earlier = input(upTo(request, end));
        assertThat(whole).startsWith(earlier.substring(0, earlier.length() - 1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void whatIsReadOfAnEarlierTurnIsReadOfALaterOneToo(long seed) {
    RandomRequests requests = new RandomRequests(seed, EXPRESSIBLE);
    for (int i = 0; i < 50; i++) {
      ModelRequest request = requests.next();
      List<Message> whole = read(request).messages();
      List<Message> earlier = read(upTo(request, request.messages().size() - 1)).messages();
      assertThat(whole.subList(0, earlier.size())).isEqualTo(earlier);
    }
  }

  private static ModelRequest read(ModelRequest request) {
    byte[] body = new ResponsesRequestWriter().write(request, target(), (field, details) -> {});
    return new ResponsesRequestReader().read(body, (field, details) -> {});
  }

  private static String input(ModelRequest request) {
    byte[] body = new ResponsesRequestWriter().write(request, target(), (field, details) -> {});
    JsonNode written = Objects.requireNonNull(Json.readOrNull(new String(body, UTF_8)));
    return Json.text(written.path("input"));
  }

  /** A request with what the API takes for granted: that schemas are not strict unless told. */
  private static ModelRequest strictTold(ModelRequest request) {
    List<Tool> tools = new ArrayList<>();
    for (Tool tool : request.tools()) {
      Tool.Function function = (Tool.Function) tool;
      tools.add(
          new Tool.Function(
              function.name(),
              function.description(),
              function.schema(),
              function.freeform() ? null : Boolean.FALSE,
              function.freeform(),
              function.cache()));
    }
    return with(request, request.messages(), List.copyOf(tools));
  }

  private static ModelRequest upTo(ModelRequest all, int end) {
    return with(all, all.messages().subList(0, end), all.tools());
  }

  private static ModelRequest with(ModelRequest all, List<Message> messages, List<Tool> tools) {
    return new ModelRequest(
        messages,
        tools,
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

  private static Target target() {
    return new Target("a-model", "openai", null, Set.of(), true);
  }
}
