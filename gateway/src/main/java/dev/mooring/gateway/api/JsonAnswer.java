package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import org.jspecify.annotations.Nullable;

/** A provider's complete JSON answer to a chat request. */
public final class JsonAnswer {
  private final MetadataSpots spots;
  private final @Nullable Usage usage;
  private final Continuity issued;
  private final @Nullable UpstreamError error;

  /** An answer that was read. */
  private JsonAnswer(
      MetadataSpots spots,
      @Nullable Usage usage,
      Continuity issued,
      @Nullable UpstreamError error) {
    this.spots = spots;
    this.usage = usage;
    this.issued = issued;
    this.error = error;
  }

  /**
   * Reads an answer that came with a success status.
   *
   * @throws MalformedAnswerException when the body is no JSON object
   */
  public static JsonAnswer read(Api api, byte[] body) {
    UsageTally usage = new UsageTally(api);
    IssuedState issued = new IssuedState();
    AnswerReader reader = new AnswerReader(api, usage, issued);
    MetadataPlace place =
        switch (api) {
          case CHAT -> MetadataPlace.TOP_AND_MESSAGE;
          case RESPONSES, MESSAGES -> MetadataPlace.TOP;
          case AI_SDK -> MetadataPlace.AI_SDK;
        };
    MetadataSpots spots = place.spots(body);
    try (JsonCursor json = JsonCursor.of(body)) {
      if (!json.at(JsonToken.START_OBJECT)) {
        throw new MalformedAnswerException("the provider's answer is no JSON object");
      }
      place.note(json, spots, reader::member);
      json.finish();
    } catch (MalformedJsonException e) {
      throw new MalformedAnswerException("the provider's answer is no JSON: " + e.message());
    }
    return new JsonAnswer(spots, usage.usage(), issued.continuity(), reader.error());
  }

  /** The tokens, or null where the answer does not say. */
  public @Nullable Usage usage() {
    return usage;
  }

  /** The state of one account that the answer issued. */
  public Continuity issued() {
    return issued;
  }

  /** The error that came under a success status, or null. */
  public @Nullable UpstreamError error() {
    return error;
  }

  /**
   * The answer with {@code provider_metadata} where the API has it (contract, section 6), every
   * other byte as it came.
   *
   * @param metadata a JSON value
   */
  public byte[] withMetadata(byte[] metadata) {
    return spots.put(metadata);
  }
}
