package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;

/** Understands the Responses API. */
final class ResponsesEar implements Ear {
  private boolean refused;

  @Override
  public void whole(JsonNode answer, Listening said) {
    answer.path("output").forEach(item -> item(item, said));
    end(answer, said);
  }

  @Override
  public void event(JsonNode event, Listening said) {
    switch (event.path("type").asText()) {
      case "response.output_item.done" -> item(event.path("item"), said);
      case "response.completed", "response.incomplete", "response.failed" ->
          end(event.path("response"), said);
      case "error" -> said.error(event.path("message").asText(event.at("/error/message").asText()));
      default -> {}
    }
  }

  private void item(JsonNode item, Listening said) {
    String type = item.path("type").asText();
    switch (type) {
      case "message" -> {
        for (JsonNode part : item.path("content")) {
          said.text(part.path("text"));
          refusal(part.path("refusal"), said);
        }
      }
      case "reasoning" -> {
        item.path("summary").forEach(part -> said.reasoning(part.path("text")));
        item.path("content").forEach(part -> said.reasoning(part.path("text")));
      }
      case "function_call" ->
          call(item, item.path("name").asText(), item.path("arguments").asText(), said);
      case "custom_tool_call" ->
          call(item, item.path("name").asText(), object(item, "input"), said);
      case "apply_patch_call" -> call(item, "apply_patch", object(item, "operation"), said);
      case "shell_call_output" -> said.ranThere(item.path("call_id").asText());
      case "local_shell_call", "shell_call" ->
          call(item, type.replace("_call", ""), object(item, "action"), said);
      default -> {}
    }
  }

  private static void call(JsonNode item, String name, String arguments, Listening said) {
    String key = item.path("call_id").asText();
    said.call(key, name);
    said.arguments(key, arguments);
  }

  private static String object(JsonNode item, String field) {
    return "{\"" + field + "\":" + item.path(field) + "}";
  }

  private void refusal(JsonNode words, Listening said) {
    refused |= words.isTextual();
    said.text(words);
  }

  private void end(JsonNode response, Listening said) {
    if (response.path("error").isObject()) {
      said.error(response.at("/error/message").asText());
    }
    String reason = response.at("/incomplete_details/reason").asText();
    said.stop(
        switch (response.path("status").asText()) {
          case "completed" -> refused ? "refusal" : "end";
          case "incomplete" -> reason.equals("content_filter") ? "refusal" : "length";
          default -> "other";
        });
    JsonNode usage = response.path("usage");
    if (usage.isObject()) {
      said.usage(usage.path("input_tokens").asLong(), usage.path("output_tokens").asLong());
    }
  }
}
