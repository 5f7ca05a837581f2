package dev.mooring.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every view of the console: for everybody, in both themes, and on a phone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleViewsTest {
  private static final int STEPS = 6;
  private static final int WIDE = 1440;
  private static final int NARROW = 390;
  private static final Set<String> GRAVE = Set.of("serious", "critical");

  private Browser browser;
  private Harbour harbour;
  private Map<String, String> views;

  @BeforeAll
  void start() {
    browser = Browser.start();
    harbour = Harbour.guarded();
    harbour.sail(STEPS);
    browser.login(harbour.console());
    JsonNode turn = harbour.moved();
    views =
        Map.of(
            "",
            "Sessions that moved",
            "sessions",
            "anthropic / org-",
            "sessions/" + turn.path("session").asText(),
            "Turns, newest first",
            "turns",
            "confirmed",
            "turns/" + turn.path("requestId").asText(),
            "How that came about",
            "caches",
            "5 min documented",
            "keys",
            "of $500.00",
            "configuration",
            "cacheScope");
  }

  @AfterAll
  void stop() {
    if (harbour != null) {
      harbour.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void noViewHasAGraveFault(String theme) {
    browser.width(WIDE);
    browser.open(harbour.console(), theme);
    browser.see("● live");
    views.forEach(
        (view, shows) -> {
          browser.view(view, shows);
          inspect(view);
        });
    browser.view("explain", "Explain a request");
    browser.explain(Harbour.ship(1, STEPS - 1));
    inspect("explain");

    browser.view("", "Sessions that moved");
    browser.press("Drain provider bedrock");
    browser.see("Drain bedrock?");
    inspect("a question");
    browser.press("Cancel");
    browser.press("Log out");
    browser.see("Management token");
    inspect("the login");
    browser.login(harbour.console());
  }

  @Test
  void noViewIsWiderThanAPhone() {
    browser.width(NARROW);
    browser.open(harbour.console());
    browser.see("● live");
    views.forEach(
        (view, shows) -> {
          browser.view(view, shows);
          assertThat((Long) browser.ask("return document.documentElement.scrollWidth"))
              .as(view)
              .isLessThanOrEqualTo(NARROW);
        });
  }

  /** In the page itself: the newer mode works in a second tab, which hides the first. */
  @SuppressWarnings("deprecation")
  private void inspect(String name) {
    List<Rule> grave =
        new AxeBuilder()
            .setLegacyMode(true).analyze(browser.driver()).getViolations().stream()
                .filter(rule -> GRAVE.contains(rule.getImpact()))
                .toList();
    assertThat(grave).as(name + ": " + grave).isEmpty();
  }
}
