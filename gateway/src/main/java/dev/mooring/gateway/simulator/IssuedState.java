package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state that accounts issued and later requests lean on: responses, conversations and files,
 * known to their cache scope only; encrypted reasoning, valid in its cache scope; thinking
 * signatures, valid with their provider. Safe for use by several threads.
 */
final class IssuedState {
  private static final int MAX_KEPT = 100_000;
  private static final int NONCE = 24;
  private static final String SIGNATURE = "EqQBCkYIBRgC";

  private final String provider;
  private final Map<String, Kept> kept =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > MAX_KEPT;
        }
      };

  /** No state yet, of a provider that no other shares its name with. */
  IssuedState(String provider) {
    this.provider = provider;
  }

  /** Remembers an id that a scope issued, and the prompt that it stands for. */
  synchronized void keep(String id, String scope, List<PromptBlock> blocks) {
    kept.put(id, new Kept(scope, blocks));
  }

  /** The prompt that a request's continuity ids stand for; empty for none. */
  synchronized List<PromptBlock> continued(ObjectNode body) {
    Kept previous = kept.get(body.path("previous_response_id").asText());
    Kept conversation = kept.get(conversationId(body));
    if (previous != null) {
      return previous.blocks();
    }
    return conversation == null ? List.of() : conversation.blocks();
  }

  /** Encrypted reasoning of a scope. */
  String encrypted(String scope, String nonce) {
    return "gAAAAAB" + sealed("encrypted " + scope, nonce);
  }

  /** A thinking signature of this provider. */
  String signature(String nonce) {
    return SIGNATURE + sealed("signature", nonce);
  }

  /** Whether this provider made a thinking signature. */
  boolean isSignature(String value) {
    return isSealed(value, SIGNATURE, "signature");
  }

  /** A Codex turn state of a scope. */
  String turnState(String scope, String nonce) {
    return "ts_" + sealed("turn " + scope, nonce);
  }

  /** Whether a Codex turn state came from this scope. */
  boolean knowsTurnState(String value, String scope) {
    return isSealed(value, "ts_", "turn " + scope);
  }

  /** What is wrong with the state that a Responses body leans on; null for nothing. */
  synchronized @Nullable ApiError checkResponses(ObjectNode body, String scope) {
    String previous = body.path("previous_response_id").asText();
    if (body.hasNonNull("previous_response_id") && unknown(previous, scope)) {
      return ApiError.invalid(
          "previous_response_not_found",
          "previous_response_id",
          "Previous response with id '" + previous + "' not found.");
    }
    String conversation = conversationId(body);
    if (body.hasNonNull("conversation") && unknown(conversation, scope)) {
      return ApiError.invalid(
          "conversation_not_found",
          "conversation",
          "Conversation with id '" + conversation + "' not found.");
    }
    for (JsonNode item : body.path("input")) {
      JsonNode content = item.path("encrypted_content");
      if (content.isTextual() && !isSealed(content.asText(), "gAAAAAB", "encrypted " + scope)) {
        return ApiError.invalid(
            "invalid_encrypted_content",
            null,
            "The encrypted content for item "
                + item.path("id").asText("unknown")
                + " could not be verified. Reason: Encrypted content could not be decrypted or"
                + " parsed.");
      }
    }
    return checkFiles(body.path("input"), scope);
  }

  /** What is wrong with the state that a Messages body leans on; null for nothing. */
  synchronized @Nullable ApiError checkMessages(Call call, Vendor vendor) {
    JsonNode messages = call.body().path("messages");
    for (int i = 0; i < messages.size(); i++) {
      JsonNode content = messages.get(i).path("content");
      for (int j = 0; j < content.size(); j++) {
        JsonNode block = content.get(j);
        if (block.path("type").asText().equals("thinking")
            && !isSignature(block.path("signature").asText())) {
          return vendor.invalid(
              "messages." + i + ".content." + j + ": Invalid `signature` in `thinking` block");
        }
      }
    }
    return checkFiles(messages, call.scope());
  }

  /**
   * What is wrong with the files that messages name; null for nothing. Files that nobody here
   * issued are taken for granted; those of another scope are not.
   */
  synchronized @Nullable ApiError checkFiles(JsonNode messages, String scope) {
    for (JsonNode id : messages.findValues("file_id")) {
      Kept file = kept.get(id.asText());
      if (file != null && !file.scope().equals(scope)) {
        return ApiError.invalid(null, "file_id", "File '" + id.asText() + "' not found.");
      }
    }
    return null;
  }

  /** The id of the conversation that a request belongs to; empty for none. */
  static String conversationId(ObjectNode body) {
    JsonNode conversation = body.path("conversation");
    return conversation.path("id").asText(conversation.asText());
  }

  private boolean unknown(String id, String scope) {
    Kept known = kept.get(id);
    return known == null || !known.scope().equals(scope);
  }

  private String sealed(String owner, String nonce) {
    return nonce + mac(owner, nonce);
  }

  private boolean isSealed(String value, String prefix, String owner) {
    int start = prefix.length();
    if (!value.startsWith(prefix) || value.length() <= start + NONCE) {
      return false;
    }
    String nonce = value.substring(start, start + NONCE);
    return value.substring(start + NONCE).equals(mac(owner, nonce));
  }

  private String mac(String owner, String nonce) {
    try {
      byte[] text = (provider + '\n' + owner + '\n' + nonce).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** An issued id. */
  private record Kept(String scope, List<PromptBlock> blocks) {}
}
