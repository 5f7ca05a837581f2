package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request that are not of every format: those that Chat Completions has too become
 * options of OpenAI's, those without which the answer would be wrong are refused, those that change
 * nothing are passed over, and of the others the caller is warned.
 */
final class OtherFields {
  private final WarningSink warnings;
  private final OptionFields options = new OptionFields();
  private @Nullable String user;

  private OtherFields(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** Reads them. */
  static OtherFields read(JsonField root, WarningSink warnings) {
    OtherFields fields = new OtherFields(warnings);
    fields.user = root.get("user").text();
    Iterator<String> names = root.node().fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      if (root.get(name).present()) {
        fields.field(name, root.get(name));
      }
    }
    JsonField verbosity = root.get("text").get("verbosity");
    if (verbosity.present() && !verbosity.is("medium")) {
      fields.options.add("openai", "verbosity", verbosity.node());
    }
    fields.options.addAll(root.get("providerOptions").node());
    return fields;
  }

  /** The person behind the call, or null. */
  @Nullable String user() {
    return user;
  }

  /** The options by family. */
  Map<String, JsonNode> options() {
    return options.byFamily();
  }

  private void field(String name, JsonField field) {
    switch (name) {
      case "model", "input", "instructions", "tools", "tool_choice", "parallel_tool_calls" -> {}
      case "max_output_tokens", "temperature", "top_p", "presence_penalty" -> {}
      case "frequency_penalty", "reasoning", "text", "stream", "stream_options", "user" -> {}
      case "prompt_cache_key", "prompt_cache_retention", "cache_control", "client_metadata" -> {}
      case "session_id", "caching", "cache_ttl", "cache_anchor_items", "models" -> {}
      case "provider", "providerOptions" -> {}
      case "previous_response_id", "conversation", "prompt" -> refuse(name);
      case "background" -> {
        if (Boolean.TRUE.equals(field.flag())) {
          refuse(name);
        }
      }
      case "safety_identifier" -> person(field);
      case "store" -> unless(field, name, !field.node().asBoolean());
      case "metadata" -> unless(field, name, field.node().isEmpty());
      case "service_tier" -> unless(field, name, field.is("auto") || field.is("default"));
      case "prompt_cache_options" -> unless(field, name, false);
      case "include" -> include(field);
      case "truncation" -> warn(name, !field.is("disabled"));
      case "top_logprobs" -> warn(name, field.node().asInt() > 0);
      default -> warn(name, true);
    }
  }

  private void refuse(String name) {
    throw new InvalidRequestException(
        name, name + " needs a provider of the Responses API, and this model is served by others");
  }

  private void person(JsonField field) {
    if (user == null) {
      user = field.text();
    } else {
      options.add("openai", "safety_identifier", field.node());
    }
  }

  /** Makes a field an option unless it asks for nothing but the default. */
  private void unless(JsonField field, String name, boolean standard) {
    if (!standard) {
      options.add("openai", name, field.node());
    }
  }

  /** Encrypted reasoning is always told where there is any; the rest no other API has. */
  private void include(JsonField field) {
    for (JsonField what : field.items()) {
      warn(what.path(), !what.is("reasoning.encrypted_content"));
    }
  }

  private void warn(String name, boolean matters) {
    if (matters) {
      warnings.unsupported(name, "left out: the provider's API has no such field");
    }
  }
}
