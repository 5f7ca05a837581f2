package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RandomRequests;
import dev.mooring.gateway.translate.model.Signature.Family;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random requests, written to Messages. */
class MessagesRequestsTest {
  private static final Set<Feature> EXPRESSIBLE =
      EnumSet.of(
          Feature.SEVERAL_TEXTS,
          Feature.SYSTEM,
          Feature.IMAGES,
          Feature.IMAGE_URLS,
          Feature.DOCUMENTS,
          Feature.SEALS,
          Feature.REDACTED,
          Feature.CALLS,
          Feature.RESULT_ERRORS,
          Feature.RESULT_SEVERAL_TEXTS,
          Feature.RESULT_IMAGES,
          Feature.STRICT_TOOLS,
          Feature.TOOL_MARKS,
          Feature.TOOL_CHOICE,
          Feature.TEMPERATURE,
          Feature.TOP_K,
          Feature.STOP,
          Feature.JSON_SCHEMA,
          Feature.USER);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aRequestThatIsWrittenReadsTheSame(long seed) {
    RandomRequests requests = new RandomRequests(seed, EXPRESSIBLE, EnumSet.of(Family.ANTHROPIC));
    for (int i = 0; i < 50; i++) {
      ModelRequest request = asked(requests.next());
      byte[] body =
          new MessagesRequestWriter()
              .write(request, Written.target("claude-sonnet-4-6"), MessagesRequestsTest::refuse);
      assertThat(new MessagesRequestReader().read(body, MessagesRequestsTest::refuse))
          .isEqualTo(request);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theSameRequestGivesTheSameBytes(long seed) {
    List<byte[]> first = bodies(seed);
    assertThat(bodies(seed)).usingRecursiveComparison().isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatWasSaidBeforeIsWrittenTheSameInLaterTurns(long seed) {
    Set<Feature> all = EnumSet.allOf(Feature.class);
    all.remove(Feature.AUDIO);
    all.remove(Feature.PART_MARKS);
    RandomRequests requests = new RandomRequests(seed, all);
    for (int i = 0; i < 30; i++) {
      ModelRequest whole = asked(requests.next());
      JsonNode later = body(whole);
      for (int cut = 1; cut < whole.messages().size(); cut++) {
        if (whole.messages().get(cut - 1).role() == Role.ASSISTANT
            || whole.messages().get(cut).role() != Role.ASSISTANT) {
          continue;
        }
        JsonNode earlier = body(with(whole, whole.messages().subList(0, cut)));
        assertThat(earlier.get("system")).isEqualTo(later.get("system"));
        assertThat(later.get("messages")).startsWith(turns(earlier));
      }
    }
  }

  private static JsonNode[] turns(JsonNode body) {
    List<JsonNode> turns = new ArrayList<>();
    body.get("messages").forEach(turns::add);
    return turns.toArray(JsonNode[]::new);
  }

  private static List<byte[]> bodies(long seed) {
    Set<Feature> all = EnumSet.allOf(Feature.class);
    all.remove(Feature.AUDIO);
    RandomRequests requests = new RandomRequests(seed, all);
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      bodies.add(
          new MessagesRequestWriter()
              .write(
                  asked(requests.next()),
                  Written.target("claude-haiku-4-5"),
                  (feature, details) -> {}));
    }
    return bodies;
  }

  private static JsonNode body(ModelRequest request) {
    return Written.request(request, "claude-opus-4-5", new ArrayList<>());
  }

  /** The request, with something said by the user at its end. */
  private static ModelRequest asked(ModelRequest request) {
    List<Message> messages = new ArrayList<>(request.messages());
    if (messages.get(messages.size() - 1).role() != Role.USER) {
      messages.add(Message.text(Role.USER, "Go on."));
    }
    return with(request, messages);
  }

  private static ModelRequest with(ModelRequest request, List<Message> messages) {
    return new ModelRequest(
        messages,
        request.tools(),
        request.toolChoice(),
        request.parallelToolCalls(),
        request.sampling(),
        request.reasoning(),
        request.outputFormat(),
        request.stream(),
        request.cache(),
        request.promptCacheKey(),
        request.promptCacheRetention(),
        request.user(),
        request.options());
  }

  private static void refuse(String feature, String details) {
    throw new AssertionError(feature + ": " + details);
  }
}
