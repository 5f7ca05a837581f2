package dev.mooring.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** What an operator does at the console, in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConsoleTest {
  private Browser browser;
  private Harbour harbour;

  @BeforeAll
  void start() {
    browser = Browser.start();
    harbour = Harbour.guarded();
    browser.width(1440);
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

  @BeforeEach
  void login() {
    browser.open(harbour.console());
    await().until(() -> !browser.all("#token, nav a").isEmpty());
    if (!browser.all("#token").isEmpty()) {
      browser.the("#token").sendKeys(Harbour.TOKEN + Keys.ENTER);
    }
    browser.the("nav a");
    browser.see("● live");
  }

  @Test
  @Order(1)
  void withoutRequestsItSaysHowToBegin() {
    browser.see("No requests yet");
    browser.see("Every session has stayed where its cache is.");
  }

  @Test
  void aTurnShowsUpWithinASecondOfItsEnd() {
    int before = browser.all("section[aria-labelledby=newest] tbody tr").size();
    harbour.turn("live-1");
    long ended = System.nanoTime();
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> browser.all("section[aria-labelledby=newest] tbody tr").size() > before);
    assertThat(Duration.ofNanos(System.nanoTime() - ended)).isLessThan(Duration.ofSeconds(1));
    await().until(() -> browser.the(".tile .big").getText().equals("0.1"));
  }

  @Test
  void aSessionThatMovedShowsFromWhereToWhereAndWhy() {
    harbour.turn("mover");
    String first = harbour.newest().path("credential").asText();
    harbour.refuseNext(first);
    harbour.turn("mover");
    JsonNode turn = harbour.newest();

    browser.see("its place was down or failed, another served (fallback)");
    assertThat(browser.the(".moves li").getText())
        .contains("anthropic / " + first, "→", "anthropic / " + turn.path("credential").asText());

    browser.the(".moves li a[href^='#/turns/']").click();
    browser.see("This turn moved");
    assertThat(browser.all(".trail li")).hasSizeGreaterThan(2);

    browser.the("dl.facts a[href^='#/sessions/']").click();
    browser.see("Moved from anthropic / " + first);
    assertThat(browser.all(".timeline > li")).hasSize(2);
    assertThat(browser.all(".timeline svg.bar")).hasSize(2);
  }

  @Test
  void aSessionShowsHowItMissedItsCacheAndACacheHowLongItWasRead() {
    harbour.turn("misser");
    harbour.turn("misser");
    String first = harbour.newest().path("credential").asText();
    harbour.refuseNext(first);
    harbour.turn("misser");
    browser.view("sessions/" + harbour.newest().path("session").asText(), "1 moved");

    open("caches", "Cache lifetimes");
    browser.see("5 min documented");
    browser.see("at least 30 s");
  }

  @Test
  void explainAgreesWithTheNextRequest() {
    harbour.turn("explained");
    String body = harbour.body("explained");
    open("explain", "Explain a request");
    browser.the("#route").findElement(By.xpath("option[.='/v1/messages']")).click();
    browser.the("#headers").sendKeys("x-session-id: explained");
    WebElement field = browser.the("#body");
    browser
        .driver()
        .executeScript(
            "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))",
            field,
            body);
    browser.press("Explain");
    browser.see("Plan for anthropic/claude-sonnet-5");
    String outcome = browser.the(".steps strong").getText();
    String chosen = browser.the(".steps tbody td:nth-child(2)").getText();

    Answer real = harbour.send("explained", body);
    assertThat(outcome).isEqualTo(real.header("x-mooring-affinity"));
    JsonNode served = harbour.newest();
    assertThat(chosen)
        .isEqualTo(served.path("provider").asText() + " / " + served.path("credential").asText());
  }

  @Test
  void explainShowsWhatIsWrongWithARequest() {
    open("explain", "Explain a request");
    browser.the("#body").clear();
    browser.the("#body").sendKeys("{\"model\":");
    browser.press("Explain");
    browser.the(".problem");
  }

  @Test
  void drainingIsConfirmedFirst() {
    browser.press("Drain credential eu of bedrock");
    browser.see("Drain bedrock / eu?");
    browser.press("Cancel");
    assertThat(draining()).isFalse();

    browser.press("Drain credential eu of bedrock");
    browser.the("dialog button.main").click();
    browser.see("◌ draining");
    assertThat(draining()).isTrue();

    browser.press("Undrain credential eu of bedrock");
    browser.the("dialog button.main").click();
    browser.seeNoMore("◌ draining");
    assertThat(draining()).isFalse();
  }

  @Test
  void aSessionIsFoundAndItsPinsAreForgotten() {
    harbour.turn("forgotten");
    String session = harbour.newest().path("session").asText();
    String begins = session.substring(0, 10);
    await()
        .until(
            () ->
                !harbour
                    .manage("/admin/v1/sessions?query=" + begins)
                    .json()
                    .path("sessions")
                    .isEmpty());
    open("sessions", "Sessions");
    browser.the("#query").sendKeys(begins + Keys.ENTER);
    await().until(() -> browser.all("tbody tr").size() == 1);
    browser.the("tbody a").click();
    browser.see("● pinned");

    browser.press("Forget all");
    browser.the("dialog button.main").click();
    browser.seeNoMore("● pinned");
    JsonNode pins = harbour.manage("/admin/v1/sessions/" + session).json().path("pins");
    assertThat(pins).extracting(pin -> pin.path("state").asText()).containsOnly("absent");
  }

  @Test
  void keysShowWhatTheyHaveUsed() {
    harbour.turn("counted");
    open("keys", "Client keys");
    browser.see("of $500.00 per 30 d");
    browser.see("batch");
  }

  @Test
  void theConfigurationShowsNoSecret() {
    open("configuration", "Configuration");
    browser.see("claude-sonnet-5");
    assertThat(browser.text()).contains("***").doesNotContain("key-of-", "-secret", "-token");
  }

  @Test
  void loggingOutEndsTheLoginAndAWrongTokenIsRefused() {
    browser.press("Log out");
    browser.the("#token").sendKeys("wrong" + Keys.ENTER);
    browser.see("That is not the management token.");
    assertThat(browser.driver().executeScript("return (await fetch('admin/v1/overview')).status"))
        .isEqualTo(401L);
    browser.the("#token").clear();
    browser.the("#token").sendKeys(Harbour.TOKEN + Keys.ENTER);
    browser.see("● live");
    assertThat(browser.driver().executeScript("return document.cookie")).isEqualTo("");
  }

  @Test
  void theKeyboardReachesEverythingAndFocusIsSeen() {
    browser.the("body").sendKeys("");
    List<String> reached = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      new Actions(browser.driver()).sendKeys(Keys.TAB).perform();
      WebElement focused = browser.driver().switchTo().activeElement();
      reached.add(focused.getAccessibleName());
      assertThat(focused.getCssValue("outline-style")).as(reached.toString()).isEqualTo("solid");
    }
    assertThat(reached.get(0)).isEqualTo("Skip to the content");
    assertThat(reached)
        .contains("Overview", "Sessions", "Turns", "Explain", "Keys", "Configuration", "Log out")
        .contains("Drain provider anthropic", "Drain credential org-a of anthropic");
  }

  private boolean draining() {
    return harbour.manage("/admin/v1/providers").json().toString().contains("\"draining\":true");
  }

  private void open(String view, String heading) {
    browser.the("nav a[href='#/" + view + "']").click();
    await().until(() -> browser.the("h1").getText().equals(heading));
  }
}
