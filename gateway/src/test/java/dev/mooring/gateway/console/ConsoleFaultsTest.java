package dev.mooring.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** The console when the gateway is gone, and when what it shows means harm. */
class ConsoleFaultsTest {
  @Test
  void aLostStreamIsSaidAndFoundAgainWithoutAReload() throws IOException {
    int port = freePort();
    try (Browser browser = Browser.start()) {
      try (Harbour harbour = Harbour.open(port, "")) {
        browser.open(harbour.console());
        browser.see("● live");
        assertThat(browser.text()).as("there is nothing to log out of").doesNotContain("Log out");
      }
      browser.see("The stream of live data was lost");
      browser.see("not live, again in");
      try (Harbour harbour = Harbour.open(port, "")) {
        browser.see("● live");
        browser.seeNoMore("The stream of live data was lost");
        harbour.turn("after");
        browser.see("1 in all");
      }
    }
  }

  @Test
  void whatClientsSendIsTextAndNoMarkup() {
    try (Browser browser = Browser.start();
        Harbour harbour = Harbour.open(0, "logging: { sessionIds: true }\n")) {
      String planted = "<img src=x onerror=document.title='planted'>";
      browser.open(harbour.console());
      browser.see("● live");
      harbour.turn(planted);
      browser.see(planted);
      browser.view("turns", planted);
      assertThat(browser.all("img[src=x]")).isEmpty();
      assertThat(browser.driver().getTitle()).isEqualTo("Turns · Mooring");
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
