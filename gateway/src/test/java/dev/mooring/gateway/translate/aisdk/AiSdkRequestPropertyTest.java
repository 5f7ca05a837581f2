package dev.mooring.gateway.translate.aisdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RandomRequests;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a client of the AI SDK can say is read as it was meant. */
class AiSdkRequestPropertyTest {
  /** System messages hold one text; no message refuses; choices of several tools there are not. */
  private static final Set<Feature> SAID =
      EnumSet.complementOf(
          EnumSet.of(
              Feature.REFUSALS,
              Feature.ALLOWED_TOOLS,
              Feature.SEVERAL_TEXTS,
              Feature.FREEFORM_TOOLS));

  private static final int REQUESTS = 400;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void aRequestIsReadAsItWasMeant(int version) {
    Set<Feature> features = EnumSet.copyOf(SAID);
    features.remove(Feature.RESULT_ERRORS);
    check(version, features);
    features.add(Feature.RESULT_ERRORS);
    features.removeAll(Set.of(Feature.RESULT_SEVERAL_TEXTS, Feature.RESULT_IMAGES));
    check(version, features);
  }

  private static void check(int version, Set<Feature> features) {
    RandomRequests requests = new RandomRequests(version, features);
    AiSdkRequestReader reader = new AiSdkRequestReader();
    for (int i = 0; i < REQUESTS; i++) {
      ModelRequest request = requests.next();
      byte[] body = AiSdkCall.write(request, version);
      ModelRequest read =
          reader.read(
              body,
              (feature, details) -> {
                throw new AssertionError(feature + ": " + details);
              });
      assertThat(read).isEqualTo(request);
    }
  }
}
