package dev.mooring.gateway.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The pictures of docs/console.md, of half an hour of traffic; only where they are asked for. */
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
class ConsoleScreenshotsTest {
  private static final int STEPS = 175;

  @Test
  void theConsoleOfABusyGateway() throws IOException {
    Path folder = Files.createDirectories(Path.of(System.getProperty("screenshots")));
    try (Browser browser = Browser.start();
        Harbour harbour = Harbour.guarded()) {
      harbour.sail(STEPS);
      browser.login(harbour.console());
      String session = harbour.moved().path("session").asText();
      String turn = harbour.moved().path("requestId").asText();

      begin(browser, harbour, "light", 1440);
      take(browser, folder, "overview");
      browser.view("sessions/" + session, "Turns, newest first");
      take(browser, folder, "session");
      browser.view("turns/" + turn, "How that came about");
      take(browser, folder, "turn");
      browser.view("explain", "Explain a request");
      browser.explain(Harbour.ship(1, STEPS - 1));
      take(browser, folder, "explain");
      browser.view("keys", "of $500.00");
      take(browser, folder, "keys");

      begin(browser, harbour, "dark", 1440);
      take(browser, folder, "overview-dark");

      begin(browser, harbour, "light", 390);
      take(browser, folder, "overview-390");
      browser.view("sessions/" + session, "Turns, newest first");
      take(browser, folder, "session-390");
    }
  }

  /** Opens the overview; a turn then tells it the gateway's time. */
  private static void begin(Browser browser, Harbour harbour, String theme, int width) {
    browser.width(width);
    browser.open(harbour.console(), theme);
    browser.see("● live");
    int before = harbour.requests();
    harbour.turn(Harbour.ship(1, STEPS - 1));
    browser.see(before + 1 + " in all");
  }

  private static void take(Browser browser, Path folder, String name) throws IOException {
    Files.write(folder.resolve("console-" + name + ".png"), browser.picture());
  }
}
