package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** How the converters read and write JSON: in the order given, numbers with all their digits. */
public final class Json {
  /**
   * Strings may be as long as a body; how deep a body may be, its envelope's reader has checked.
   */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNestingDepth(1000)
                  .build())
          .build();

  /** The mapper of all converters. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder(FACTORY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  /** Writes JSON. */
  @FunctionalInterface
  public interface Writing {
    /** Writes one value. */
    void to(JsonGenerator json) throws IOException;
  }

  /**
   * Reads a value.
   *
   * @throws JsonProcessingException when it is no JSON, or has a number that nothing can hold
   */
  public static JsonNode read(byte[] bytes) throws IOException {
    try {
      return MAPPER.readTree(bytes);
    } catch (NumberFormatException e) {
      throw outOfRange(e);
    }
  }

  /** Reads a text; null when it is no JSON, or has a number that nothing can hold. */
  public static @Nullable JsonNode readOrNull(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node == null || node.isMissingNode() ? null : node;
    } catch (JsonProcessingException | NumberFormatException e) {
      return null;
    }
  }

  /** A number whose exponent has too many digits: the library tells it by no type of its own. */
  private static JsonParseException outOfRange(NumberFormatException cause) {
    return new JsonParseException(null, "a number is out of range", cause);
  }

  /**
   * The bytes of one value. Half a pair of surrogates, which callers that cut texts send, is no
   * character: it is written as a question mark.
   */
  public static byte[] bytes(Writing writing) {
    StringWriter out = new StringWriter(512);
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.setCodec(MAPPER);
      writing.to(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A value as text. */
  public static String text(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
