package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Tool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which cache markers a request keeps. */
class CacheMarksTest {
  private static final CacheMark DEFAULT = CacheMark.DEFAULT;
  private static final CacheMark SHORT = CacheMark.FIVE_MINUTES;
  private static final CacheMark HOUR = CacheMark.HOUR;

  private final List<String> warned = new ArrayList<>();

  @Test
  void markersKeepTheirPlacesAndLifetimes() {
    assertThat(kept(tools(HOUR), texts(HOUR), texts(null, SHORT), null))
        .containsExactly("tool 0 1h", "system 0 1h", "message 1 5m");
    assertThat(kept(tools(), texts(DEFAULT), texts(DEFAULT), null))
        .containsExactly("system 0 default", "message 0 default");
    assertThat(warned).isEmpty();
  }

  @Test
  void ofMoreThanFourTheLastOfToolsAndSystemAndTheLastOfAllAreKept() {
    assertThat(
            kept(
                tools(DEFAULT, DEFAULT),
                texts(DEFAULT, DEFAULT),
                texts(DEFAULT, DEFAULT, DEFAULT),
                null))
        .containsExactly(
            "tool 1 default", "system 1 default", "message 1 default", "message 2 default");
    assertThat(warned).containsExactly("cache_control");
  }

  @Test
  void theMarkerOnTheWholePromptCounts() {
    assertThat(kept(tools(DEFAULT), texts(DEFAULT), texts(DEFAULT, DEFAULT), DEFAULT))
        .containsExactly("tool 0 default", "system 0 default", "message 1 default");
    assertThat(warned).containsExactly("cache_control");
  }

  @Test
  void noneOfAnHourComesAfterAShorterOne() {
    assertThat(kept(tools(SHORT), texts(DEFAULT), texts(HOUR, SHORT), null))
        .containsExactly("tool 0 1h", "system 0 1h", "message 0 1h", "message 1 5m");
    assertThat(kept(tools(SHORT), texts(), texts(DEFAULT), HOUR))
        .containsExactly("tool 0 1h", "message 0 1h");
  }

  @Test
  void aMarkerInAToolThatAnthropicRunsCounts() {
    Tool search =
        new Tool.Hosted(
            "anthropic",
            "s",
            Written.json("{'type':'t','name':'s','cache_control':{'type':'ephemeral'}}"));
    JsonNode body =
        Written.request(
            Asked.of(new Message(Role.USER, texts(DEFAULT, DEFAULT, DEFAULT, DEFAULT)))
                .tools(search)
                .request(),
            "claude-sonnet-5",
            warned);
    assertThat(body.at("/tools/0"))
        .isEqualTo(Written.json("{'type':'t','name':'s','cache_control':{'type':'ephemeral'}}"));
    assertThat(body.at("/messages/0/content/0").has("cache_control")).isFalse();
    assertThat(warned).containsExactly("cache_control");
  }

  private List<String> kept(
      List<Tool> tools, List<Part> system, List<Part> said, @Nullable CacheMark whole) {
    List<Message> messages = new ArrayList<>();
    if (!system.isEmpty()) {
      messages.add(new Message(Role.SYSTEM, system));
    }
    messages.add(new Message(Role.USER, said));
    JsonNode body =
        Written.request(
            Asked.of(messages.toArray(Message[]::new))
                .tools(tools.toArray(Tool[]::new))
                .cache(whole)
                .request(),
            "claude-sonnet-5",
            warned);
    List<String> kept = new ArrayList<>();
    collect(body.path("tools"), "tool", kept);
    collect(body.path("system"), "system", kept);
    collect(body.at("/messages/0/content"), "message", kept);
    return kept;
  }

  private static void collect(JsonNode blocks, String place, List<String> kept) {
    for (int i = 0; i < blocks.size(); i++) {
      JsonNode control = blocks.get(i).get("cache_control");
      if (control != null) {
        kept.add(place + " " + i + " " + control.path("ttl").asText("default"));
      }
    }
  }

  private static List<Tool> tools(CacheMark... marks) {
    List<Tool> tools = new ArrayList<>();
    for (CacheMark mark : marks) {
      tools.add(new Tool.Function("t" + tools.size(), null, null, null, false, mark));
    }
    return tools;
  }

  private static List<Part> texts(@Nullable CacheMark... marks) {
    List<Part> texts = new ArrayList<>();
    for (@Nullable CacheMark mark : marks) {
      texts.add(new Part.Text("text " + texts.size(), mark));
    }
    return texts;
  }
}
