package dev.mooring.gateway.translate.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Random parts of messages and of answers. */
final class RandomParts {
  private final Random random;
  private final Set<Feature> features;
  private final Set<Signature.Family> families;
  private final RandomTexts texts;

  RandomParts(Random random, Set<Feature> features, Set<Signature.Family> families) {
    this.random = random;
    this.features = features;
    this.families = EnumSet.copyOf(families);
    this.texts = new RandomTexts(random);
  }

  /** Whether a feature may and, by chance, does occur. */
  boolean has(Feature feature) {
    return features.contains(feature) && random.nextBoolean();
  }

  Part.Text text() {
    return new Part.Text(texts.text(), mark());
  }

  /** One text, or several. */
  List<Part> texts() {
    List<Part> parts = new ArrayList<>();
    int count = has(Feature.SEVERAL_TEXTS) ? 2 : 1;
    for (int i = 0; i < count; i++) {
      parts.add(text());
    }
    return parts;
  }

  /** What a user says: a text, and images, documents and audio around it. */
  List<Part> said() {
    List<Part> parts = new ArrayList<>();
    if (has(Feature.IMAGES)) {
      parts.add(image());
    }
    parts.addAll(texts());
    if (has(Feature.IMAGE_URLS)) {
      String url = "https://pictures.example/" + texts.word(8) + ".png?a=b&c";
      parts.add(new Part.Media("image/*", new Part.Media.Source.Url(url), null, detail(), mark()));
    }
    if (has(Feature.DOCUMENTS)) {
      parts.add(
          new Part.Media(
              "application/pdf",
              new Part.Media.Source.Data(texts.base64()),
              texts.word(6) + ".pdf",
              null,
              mark()));
    }
    if (has(Feature.AUDIO)) {
      parts.add(
          new Part.Media(
              "audio/wav", new Part.Media.Source.Data(texts.base64()), null, null, mark()));
    }
    return parts;
  }

  Part.Media image() {
    return new Part.Media(
        "image/png", new Part.Media.Source.Data(texts.base64()), null, detail(), mark());
  }

  /** Thoughts: none, with or without a seal, or withheld. */
  List<Part> reasoning() {
    List<Part> parts = new ArrayList<>();
    if (has(Feature.SEALS)) {
      parts.add(new Part.Reasoning(texts.text(), seal(false)));
      if (random.nextInt(3) == 0) {
        parts.add(new Part.Reasoning(texts.text(), seal(false)));
      }
    } else if (has(Feature.REASONING)) {
      parts.add(new Part.Reasoning(texts.text(), null));
    }
    boolean bare = parts.isEmpty();
    if (has(Feature.REDACTED) && families.contains(Signature.Family.ANTHROPIC)) {
      parts.add(
          new Part.Reasoning("", new Signature(Signature.Family.ANTHROPIC, texts.word(40), true)));
    } else if (bare && has(Feature.EMPTY_SEALED)) {
      parts.add(new Part.Reasoning("", seal(false)));
    }
    return parts;
  }

  Part.ToolCall call(String name, boolean freeform) {
    String arguments =
        freeform
            ? "{\"input\":" + Json.text(Json.MAPPER.getNodeFactory().textNode(texts.text())) + "}"
            : Json.text(texts.object(2));
    Signature signature =
        has(Feature.CALL_SEALS) ? new Signature(Signature.Family.GOOGLE, texts.word(30)) : null;
    return new Part.ToolCall("call_" + texts.word(24), name, arguments, signature, null);
  }

  Part.ToolResult result(Part.ToolCall call) {
    List<Part> content = new ArrayList<>();
    content.add(new Part.Text(texts.text(), null));
    if (has(Feature.RESULT_SEVERAL_TEXTS)) {
      content.add(new Part.Text(texts.text(), null));
    }
    if (has(Feature.RESULT_IMAGES)) {
      content.add(
          new Part.Media(
              "image/png", new Part.Media.Source.Data(texts.base64()), null, null, null));
    }
    boolean error = has(Feature.RESULT_ERRORS);
    return new Part.ToolResult(call.id(), call.name(), List.copyOf(content), error, mark());
  }

  private Signature seal(boolean redacted) {
    Signature.Family[] all = families.toArray(Signature.Family[]::new);
    return new Signature(all[random.nextInt(all.length)], texts.word(40), redacted);
  }

  private @Nullable String detail() {
    return has(Feature.IMAGE_DETAIL) ? (random.nextBoolean() ? "low" : "high") : null;
  }

  private @Nullable CacheMark mark() {
    CacheMark[] all = CacheMark.values();
    return has(Feature.PART_MARKS) && random.nextInt(3) == 0
        ? all[random.nextInt(all.length)]
        : null;
  }
}
