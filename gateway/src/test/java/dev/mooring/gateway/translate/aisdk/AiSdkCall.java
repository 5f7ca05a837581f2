package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request as a client of the AI SDK writes it, of one version. */
final class AiSdkCall {
  private final int version;
  private final ObjectNode body = Json.MAPPER.createObjectNode();

  private AiSdkCall(int version) {
    this.version = version;
  }

  /** The body of a request. */
  static byte[] write(ModelRequest request, int version) {
    AiSdkCall call = new AiSdkCall(version);
    call.all(request);
    return call.body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void all(ModelRequest request) {
    body.put("model", "m").put("stream", request.stream());
    ArrayNode prompt = body.putArray("prompt");
    request.messages().forEach(message -> message(prompt.addObject(), message));
    sampling(request.sampling());
    request.tools().forEach(tool -> tool(body.withArray("tools").addObject(), tool));
    ToolChoice choice = request.toolChoice();
    if (choice != null) {
      ObjectNode written = body.putObject("toolChoice");
      boolean named = choice.mode() == ToolChoice.Mode.NAMED;
      written.put("type", named ? "tool" : choice.mode().name().toLowerCase(Locale.ROOT));
      if (named) {
        written.put("toolName", choice.name());
      }
    }
    OutputFormat format = request.outputFormat();
    if (format != null) {
      ObjectNode written = body.putObject("responseFormat").put("type", "json");
      written.set("schema", format.schema());
      written.put("name", format.name()).put("description", format.description());
      if (format.strict() != null) {
        option("openai").put("strictJsonSchema", format.strict());
      }
    }
    options(request);
  }

  private void options(ModelRequest request) {
    if (request.parallelToolCalls() != null) {
      option("openai").put("parallelToolCalls", request.parallelToolCalls());
    }
    if (request.promptCacheKey() != null) {
      option("openai").put("promptCacheKey", request.promptCacheKey());
    }
    if (request.promptCacheRetention() != null) {
      option("openai").put("promptCacheRetention", request.promptCacheRetention());
    }
    if (request.user() != null) {
      option("openai").put("user", request.user());
    }
    if (request.cache() != null) {
      mark(body, request.cache());
    }
    if (request.reasoning() != null) {
      if (request.reasoning().effort() != null) {
        body.put("reasoning", request.reasoning().effort().name().toLowerCase(Locale.ROOT));
      } else {
        ObjectNode thinking = option("anthropic").putObject("thinking");
        thinking.put("type", request.reasoning().adaptive() ? "adaptive" : "enabled");
        if (request.reasoning().budgetTokens() != null) {
          thinking.put("budgetTokens", request.reasoning().budgetTokens());
        }
      }
    }
  }

  private ObjectNode option(String family) {
    return body.withObject("/providerOptions/" + family);
  }

  private void sampling(Sampling sampling) {
    body.put("maxOutputTokens", sampling.maxOutputTokens());
    body.put("temperature", sampling.temperature());
    body.put("topP", sampling.topP());
    body.put("topK", sampling.topK());
    body.put("presencePenalty", sampling.presencePenalty());
    body.put("frequencyPenalty", sampling.frequencyPenalty());
    body.put("seed", sampling.seed());
    sampling.stop().forEach(stop -> body.withArray("stopSequences").add(stop));
  }

  private void message(ObjectNode written, Message message) {
    written.put("role", message.role().name().toLowerCase(Locale.ROOT));
    if (message.role() == Message.Role.SYSTEM) {
      Part.Text only = (Part.Text) message.parts().get(0);
      mark(written.put("content", only.text()), only.cache());
    } else {
      parts(written.putArray("content"), message.parts());
    }
  }

  private void parts(ArrayNode written, List<Part> parts) {
    parts.forEach(part -> part(written.addObject(), part));
  }

  private void part(ObjectNode to, Part part) {
    if (part instanceof Part.Text text) {
      mark(to.put("type", "text").put("text", text.text()), text.cache());
    } else if (part instanceof Part.Media media) {
      media(to, media);
    } else if (part instanceof Part.Reasoning reasoning) {
      seal(to.put("type", "reasoning").put("text", reasoning.text()), reasoning.signature());
    } else if (part instanceof Part.ToolCall call) {
      to.put("type", "tool-call").put("toolCallId", call.id()).put("toolName", call.name());
      to.set("input", Json.readOrNull(call.arguments()));
      seal(to, call.signature());
    } else if (part instanceof Part.ToolResult result) {
      result(to, result);
    } else {
      throw new IllegalArgumentException(part.toString());
    }
  }

  private void result(ObjectNode to, Part.ToolResult result) {
    to.put("type", "tool-result").put("toolCallId", result.callId());
    to.put("toolName", result.name());
    ObjectNode output = to.putObject("output");
    if (result.content().size() == 1) {
      output.put("type", result.error() ? "error-text" : "text");
      output.put("value", ((Part.Text) result.content().get(0)).text());
    } else {
      parts(output.put("type", "content").putArray("value"), result.content());
    }
    mark(to, result.cache());
  }

  private void media(ObjectNode to, Part.Media media) {
    to.put("type", "file").put("mediaType", media.mediaType()).put("filename", media.name());
    boolean url = media.source() instanceof Part.Media.Source.Url;
    String data =
        media.source() instanceof Part.Media.Source.Url at
            ? at.url()
            : ((Part.Media.Source.Data) media.source()).base64();
    if (version < 4) {
      to.put("data", data);
    } else {
      to.putObject("data").put("type", url ? "url" : "data").put(url ? "url" : "data", data);
    }
    if (media.detail() != null) {
      to.withObject("/providerOptions/openai").put("imageDetail", media.detail());
    }
    mark(to, media.cache());
  }

  private void tool(ObjectNode to, Tool tool) {
    Tool.Function function = (Tool.Function) tool;
    if (function.freeform()) {
      to.put("type", "provider").put("id", "openai.custom").put("name", function.name());
      to.putObject("args").put("name", function.name()).put("description", function.description());
      return;
    }
    to.put("type", "function").put("name", function.name());
    to.put("description", function.description());
    to.set("inputSchema", function.schema());
    to.put("strict", function.strict());
    mark(to, function.cache());
  }

  private static void mark(ObjectNode to, @Nullable CacheMark mark) {
    if (mark != null) {
      ObjectNode control = to.withObject("/providerOptions/anthropic").putObject("cacheControl");
      control.put("type", "ephemeral");
      if (mark.ttl() != null) {
        control.put("ttl", mark.ttl());
      }
    }
  }

  private static void seal(ObjectNode to, @Nullable Signature seal) {
    if (seal == null) {
      return;
    }
    switch (seal.family()) {
      case ANTHROPIC ->
          to.withObject("/providerOptions/anthropic")
              .put(seal.redacted() ? "redactedData" : "signature", seal.value());
      case OPENAI ->
          to.withObject("/providerOptions/openai").put("reasoningEncryptedContent", seal.value());
      case GOOGLE -> to.withObject("/providerOptions/google").put("thoughtSignature", seal.value());
    }
  }
}
