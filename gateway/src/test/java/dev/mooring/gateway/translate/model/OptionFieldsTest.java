package dev.mooring.gateway.translate.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OptionFieldsTest {
  private final List<String> warned = new ArrayList<>();

  @Test
  void fieldsOfOtherFamiliesAreWarnedOf() {
    warnOthers("{\"openai\":{\"store\":true},\"anthropic\":{\"container\":\"c\"}}", "anthropic");

    assertThat(warned).containsExactly("store");
  }

  @ParameterizedTest
  @CsvSource({
    "openai, previousResponseId, previous_response_id",
    "azure, previous_response_id, previous_response_id",
    "openai, conversation, conversation",
    "openai, prompt, prompt",
    "vertex, cachedContent, cachedContent",
  })
  void whatHoldsAPartOfThePromptIsRefusedByOtherFamilies(
      String provider, String option, String field) {
    String options = "{\"" + provider + "\":{\"" + option + "\":\"x\"}}";

    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> warnOthers(options, "anthropic"))
        .satisfies(refused -> assertThat(refused.field()).isEqualTo(field))
        .withMessageContaining(field);
  }

  @Test
  void itsOwnFamilyMayHaveIt() {
    warnOthers("{\"openai\":{\"previousResponseId\":\"x\"}}", "openai");

    assertThat(warned).isEmpty();
  }

  @Test
  void aMarkerThatIsTheRequestsOwnIsNotLeftOut() {
    String options = "{\"anthropic\":{\"cacheControl\":{\"type\":\"ephemeral\"}}}";
    warnOthers(options, "bedrock", CacheMark.DEFAULT);
    assertThat(warned).isEmpty();

    warnOthers(options, "bedrock");
    assertThat(warned).containsExactly("cache_control");
  }

  private void warnOthers(String providerOptions, String family) {
    warnOthers(providerOptions, family, null);
  }

  private void warnOthers(String providerOptions, String family, @Nullable CacheMark cache) {
    OptionFields fields = new OptionFields();
    fields.addAll(Json.readOrNull(providerOptions));
    OptionFields.warnOthers(
        asking(fields.byFamily(), cache), family, (feature, details) -> warned.add(feature));
  }

  private static ModelRequest asking(Map<String, JsonNode> options, @Nullable CacheMark cache) {
    ModelRequest plain = ModelRequest.of(List.of());
    return new ModelRequest(
        plain.messages(),
        plain.tools(),
        null,
        null,
        plain.sampling(),
        null,
        null,
        false,
        cache,
        null,
        null,
        null,
        options);
  }
}
