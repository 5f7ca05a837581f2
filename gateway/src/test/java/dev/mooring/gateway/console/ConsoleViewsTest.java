package dev.mooring.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/**
 * Every view of the console, in both themes and at two widths. With {@code -Dscreenshots=FOLDER}
 * half an hour of traffic goes before, and what is seen is written there.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleViewsTest {
  private static final String SCREENSHOTS = System.getProperty("screenshots", "");
  private static final int STEPS = SCREENSHOTS.isEmpty() ? 6 : 175;
  private static final int SESSIONS = 5;
  private static final Set<String> GRAVE = Set.of("serious", "critical");

  private Browser browser;
  private Harbour harbour;
  private String session;
  private String moved;

  @BeforeAll
  void start() {
    browser = Browser.start();
    harbour = Harbour.guarded();
    sail();
    JsonNode turn = harbour.manage("/admin/v1/turns?limit=1&moved=true").json().path("turns").path(0);
    session = turn.path("session").asText();
    moved = turn.path("requestId").asText();
    browser.open(harbour.console());
    browser.the("#token").sendKeys(Harbour.TOKEN + Keys.ENTER);
    browser.see("● live");
  }

  /** Sessions that grow, begin anew, and now and then must move. */
  private void sail() {
    for (int step = 0; step < STEPS; step++) {
      for (int i = 0; i < SESSIONS; i++) {
        if ((step + i) % 3 != 0) {
          harbour.turn("ship-" + i + "-" + step / 25);
        }
      }
      if (step % 60 == 4) {
        harbour.refuseNext(harbour.manage("/admin/v1/turns?limit=1").json()
            .path("turns").path(0).path("credential").asText());
        harbour.turn("ship-4-" + step / 25);
        harbour.turn("ship-3-" + step / 25);
      }
      harbour.wire().clock().advance(Duration.ofSeconds(10));
    }
    harbour.refuseNext("org-a");
    for (int i = 0; i < SESSIONS; i++) {
      harbour.turn("ship-" + i + "-" + (STEPS - 1) / 25);
    }
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
  @CsvSource({"light, 1440", "dark, 1440", "light, 390", "dark, 390"})
  void noViewHasAGraveFaultOrIsWiderThanTheWindow(String theme, int width) {
    browser.width(width);
    browser.open(harbour.console(), theme);
    browser.see("● live");
    harbour.turn("ship-1-" + (STEPS - 1) / 25);
    check("overview", "Sessions that moved", theme, width);
    check("sessions", "org-a", theme, width);
    check("sessions/" + session, "Turns, newest first", theme, width);
    check("turns", "affinity", theme, width);
    check("turns/" + moved, "How that came about", theme, width);
    check("explain", "Explain a request", theme, width);
    explain();
    look("explained", theme, width);
    check("keys", "of $500.00", theme, width);
    check("configuration", "cacheScope", theme, width);
  }

  @ParameterizedTest
  @CsvSource({"light", "dark"})
  void neitherTheLoginNorAQuestionHasAGraveFault(String theme) {
    browser.width(1440);
    browser.open(harbour.console(), theme);
    browser.press("Drain provider bedrock");
    browser.see("Drain bedrock?");
    look("question", theme, 1440);
    browser.press("Cancel");
    browser.press("Log out");
    browser.see("Management token");
    look("login", theme, 1440);
    browser.the("#token").sendKeys(Harbour.TOKEN + Keys.ENTER);
    browser.see("● live");
  }

  private void check(String view, String shows, String theme, int width) {
    browser.ask("location.hash = '#/" + (view.equals("overview") ? "" : view) + "'");
    browser.see(shows);
    await().until(() -> browser.all("[aria-busy]").isEmpty());
    String name = view.contains("/") ? view.substring(0, view.indexOf('/') - 1) : view;
    look(name, theme, width);
  }

  private void explain() {
    browser.the("#route").findElement(By.xpath("option[.='/v1/messages']")).click();
    browser.the("#headers").sendKeys("x-session-id: ship-1-" + (STEPS - 1) / 25);
    browser.press("Explain");
    browser.see("Plan for anthropic/claude-sonnet-5");
  }

  private void look(String name, String theme, int width) {
    List<Rule> grave =
        new AxeBuilder()
            .analyze(browser.driver()).getViolations().stream()
                .filter(rule -> GRAVE.contains(rule.getImpact()))
                .toList();
    assertThat(grave).as(name + " " + theme + " " + width + ": " + grave).isEmpty();
    assertThat((Long) browser.ask("return document.documentElement.scrollWidth"))
        .as(name + " at " + width)
        .isLessThanOrEqualTo(width);
    if (!SCREENSHOTS.isEmpty()) {
      write(name + "-" + theme + "-" + width + ".png");
    }
  }

  private void write(String file) {
    try {
      Path folder = Files.createDirectories(Path.of(SCREENSHOTS));
      Files.write(folder.resolve("console-" + file), browser.picture());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
