package dev.mooring.gateway.wire;

/** The three chat APIs as a test calls them: where, and the smallest body around other fields. */
enum ApiCall {
  CHAT("/v1/chat/completions"),
  RESPONSES("/v1/responses"),
  MESSAGES("/v1/messages");

  private final String path;

  ApiCall(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }

  /**
   * A body for model {@code m} that opens a conversation with a text.
   *
   * @param fields further members, each as JSON text such as {@code "stream":true}
   */
  String body(String opening, String... fields) {
    return bodyOf("m", opening, fields);
  }

  /** The same for another model. */
  String bodyOf(String model, String opening, String... fields) {
    StringBuilder body = new StringBuilder("{\"model\":\"").append(model).append('"');
    for (String field : fields) {
      if (!field.isEmpty()) {
        body.append(',').append(field);
      }
    }
    String message = "[{\"role\":\"user\",\"content\":\"" + opening + "\"}]";
    return switch (this) {
      case CHAT -> body.append(",\"messages\":").append(message).append('}').toString();
      case RESPONSES -> body.append(",\"input\":").append(message).append('}').toString();
      case MESSAGES ->
          body.append(",\"max_tokens\":50,\"messages\":").append(message).append('}').toString();
    };
  }

  /** The error's message in an answer of this API's shape; empty where it has another shape. */
  String error(Answer answer) {
    var json = answer.json();
    boolean anthropic =
        json.path("type").asText().equals("error")
            && json.path("error").path("type").isTextual()
            && !json.path("error").has("code");
    boolean openAi = !json.has("type") && json.path("error").has("param");
    boolean shaped = this == MESSAGES ? anthropic : openAi;
    return shaped ? json.path("error").path("message").asText() : "";
  }
}
