package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarnOnce;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes requests to Messages, within what the API and the model take. */
public final class MessagesRequestWriter implements RequestWriter {
  /** Whose APIs take no marker on the whole prompt. */
  private static final Set<String> CLOUDS = Set.of("bedrock", "vertex");

  @Override
  public byte[] write(ModelRequest asked, Target target, WarningSink warnings) {
    WarningSink once = new WarnOnce(warnings);
    ModelRequest request = OwnWords.applied(asked, target, once);
    CacheMark whole = request.cache();
    ClaudeModel model = ClaudeModel.of(target.model());
    Turns turns = Turns.of(request.messages(), once);
    if (whole != null && CLOUDS.contains(target.providerType())) {
      turns.markEnd(whole);
      whole = null;
    }
    AnswerShape shape = AnswerShape.of(request, model, target, once);
    boolean schemas = AnswerShape.schemas(model, target);
    ToolSection tools = ToolSection.of(request, turns.turns(), shape, schemas, once);
    ThinkingPlan plan = ThinkingPlan.of(request, model, turns.turns(), tools.forced(), once);
    RequestBody body = new RequestBody(target.model());
    Settings.put(body, request, model, plan, once);
    Settings.putConfig(body, request, plan, shape);
    Settings.putOwn(body, request);
    List<Part> system = system(turns, shape);
    CacheMarks marks = CacheMarks.of(tools.tools(), system, turns.turns(), whole, once);
    putWhole(body, whole);
    conversation(body, request, tools, system, turns.turns(), marks, once);
    if (request.stream()) {
      body.put("stream", json -> json.writeBoolean(true));
    }
    others(request, once);
    return body.bytes(target.refusedFields(), once);
  }

  private static List<Part> system(Turns turns, AnswerShape shape) {
    List<Part> system = new ArrayList<>(turns.system());
    if (shape == AnswerShape.INSTRUCTED) {
      system.add(new Part.Text(AnswerShape.INSTRUCTION, null));
    }
    return system;
  }

  private static void putWhole(RequestBody body, @Nullable CacheMark whole) {
    if (whole != null) {
      body.put("cache_control", json -> CacheMarks.value(json, whole));
    }
  }

  /** Puts the tools, the system texts and the turns, in the order in which they are cached. */
  private static void conversation(
      RequestBody body,
      ModelRequest request,
      ToolSection tools,
      List<Part> system,
      List<Turn> turns,
      CacheMarks marks,
      WarningSink warnings) {
    if (tools.present()) {
      body.put("tools", json -> tools.writeTools(json, marks));
      if (tools.choosing(request.parallelToolCalls())) {
        body.put("tool_choice", json -> tools.writeChoice(json, request.parallelToolCalls()));
      }
    }
    if (!system.isEmpty()) {
      body.put("system", json -> new BlockWriter(json, marks, warnings).blocks(system));
    }
    body.put("messages", json -> messages(json, turns, new BlockWriter(json, marks, warnings)));
  }

  private static void messages(JsonGenerator json, List<Turn> turns, BlockWriter blocks)
      throws IOException {
    json.writeStartArray();
    for (Turn turn : turns) {
      json.writeStartObject();
      json.writeStringField("role", turn.assistant() ? "assistant" : "user");
      json.writeFieldName("content");
      blocks.blocks(turn.parts());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Warns of what only other APIs have. */
  private static void others(ModelRequest request, WarningSink warnings) {
    if (request.promptCacheRetention() != null) {
      warnings.unsupported("prompt_cache_retention", "Anthropic's cache is told by markers");
    }
    OptionFields.warnOthers(request, Settings.FAMILY, warnings);
  }
}
