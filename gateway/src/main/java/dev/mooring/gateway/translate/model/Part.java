package dev.mooring.gateway.translate.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A piece of a message or of an answer. */
public sealed interface Part {

  /** The caller's marker that the prompt is to be cached up to here; null for none. */
  default @Nullable CacheMark cache() {
    return null;
  }

  /** The same with a marker, in place of any that it has; itself where its kind has none. */
  default Part marked(CacheMark mark) {
    return this;
  }

  /**
   * Text.
   *
   * @param cache the prompt is to be cached up to here; null for no such marker
   */
  record Text(String text, @Nullable CacheMark cache) implements Part {
    @Override
    public Part marked(CacheMark mark) {
      return new Text(text, mark);
    }
  }

  /**
   * An image, a document, a piece of audio: what it is, its media type says.
   *
   * @param mediaType for example {@code image/png}; {@code image/*} where the format does not say
   * @param name the file's name, or null
   * @param detail OpenAI's {@code low}, {@code high}, {@code auto}, or null
   * @param cache as for {@link Text}
   */
  record Media(
      String mediaType,
      Source source,
      @Nullable String name,
      @Nullable String detail,
      @Nullable CacheMark cache)
      implements Part {

    /** Where the bytes are. */
    public sealed interface Source {
      /**
       * Here.
       *
       * @param base64 standard alphabet, no line breaks
       */
      record Data(String base64) implements Source {}

      /** Where a URL points; never a {@code data:} URL. */
      record Url(String url) implements Source {}

      /** Uploaded to one provider's account before. */
      record FileId(String id) implements Source {}

      /** Text that stands for the file. */
      record PlainText(String text) implements Source {}
    }

    /** Whether it is an image. */
    public boolean image() {
      return mediaType.startsWith("image/");
    }

    /** Whether it is audio. */
    public boolean audio() {
      return mediaType.startsWith("audio/");
    }

    @Override
    public Part marked(CacheMark mark) {
      return new Media(mediaType, source, name, detail, mark);
    }
  }

  /**
   * What the model thought.
   *
   * @param text in words, a summary of them, or empty where they are withheld
   * @param signature the provider's seal on it, without which some take it back never; or null
   */
  record Reasoning(String text, @Nullable Signature signature) implements Part {}

  /**
   * The model calls one of the caller's tools.
   *
   * @param arguments the text of a JSON object; {@code {}} for none
   * @param signature a seal that this very call carries (Gemini), or null
   */
  record ToolCall(
      String id,
      String name,
      String arguments,
      @Nullable Signature signature,
      @Nullable CacheMark cache)
      implements Part {
    @Override
    public Part marked(CacheMark mark) {
      return new ToolCall(id, name, arguments, signature, mark);
    }
  }

  /**
   * What a tool gave back.
   *
   * @param callId the id of the call that it answers
   * @param name the tool's name where the format or the call says it, or null
   * @param content texts and media
   * @param error whether the tool failed
   */
  record ToolResult(
      String callId,
      @Nullable String name,
      List<Part> content,
      boolean error,
      @Nullable CacheMark cache)
      implements Part {
    @Override
    public Part marked(CacheMark mark) {
      return new ToolResult(callId, name, content, error, mark);
    }
  }

  /** The model declines, in words. */
  record Refusal(String text) implements Part {}

  /** A page that an answer leans on. */
  record Source(String url, @Nullable String title) implements Part {}
}
