package dev.mooring.gateway.translate.model;

/** The AI SDK's camel case with the underscores of OpenAI's and Anthropic's APIs. */
public final class SnakeCase {
  private SnakeCase() {}

  /** {@code maxUses} as {@code max_uses}. */
  public static String of(String name) {
    StringBuilder snake = new StringBuilder(name.length() + 4);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        snake.append('_').append((char) (c + ('a' - 'A')));
      } else {
        snake.append(c);
      }
    }
    return snake.toString();
  }
}
