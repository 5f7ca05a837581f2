package dev.mooring.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A headless Chromium, and what a person does and sees in it; closing it ends it. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration GLANCE = Duration.ofMillis(50);
  private static final int HEIGHT = 900;

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts one; the test is skipped, with a message, where none is installed. */
  static Browser start() {
    Optional<String> browser = installed("chromium", "chromium-browser", "google-chrome");
    Optional<String> service = installed("chromedriver");
    if (browser.isEmpty() || service.isEmpty()) {
      return Assumptions.abort("chromium and chromedriver are not installed");
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.get());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--hide-scrollbars",
        "--force-device-scale-factor=1");
    ChromeDriverService driverService =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(service.get()))
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(driverService, options));
  }

  private static Optional<String> installed(String... names) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(names)
        .flatMap(
            name ->
                Arrays.stream(path.split(File.pathSeparator, -1))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString);
  }

  /** The driver, for what has no word of its own here. */
  ChromeDriver driver() {
    return driver;
  }

  /** Makes the window so wide. */
  void width(int pixels) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Starts a session at a console that asks for the token. */
  void login(String console) {
    open(console);
    the("#token").sendKeys(Harbour.TOKEN + Keys.ENTER);
    see("● live");
  }

  /** Goes to a view of the console that is open, and waits for what it shows. */
  void view(String place, String shows) {
    ask("location.hash = '#/" + place + "'");
    see(shows);
    await().atMost(PATIENCE).until(() -> all("[aria-busy]").isEmpty());
  }

  /** Fills in the form of the explain view and sends it. */
  void explain(String session) {
    the("#route").findElement(By.xpath("option[.='/v1/messages']")).click();
    the("#headers").sendKeys("x-session-id: " + session);
    press("Explain");
    see("Plan for anthropic/claude-sonnet-5");
  }

  /** Opens a page, whatever was open before. */
  void open(String url) {
    driver.get("about:blank");
    driver.get(url);
  }

  /** Opens a page in a theme. */
  void open(String url, String theme) {
    driver.get(url);
    driver.executeScript("localStorage.setItem('mooring.theme', arguments[0])", theme);
    open(url);
  }

  /** Waits for a text anywhere on the page. */
  void see(String text) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(GLANCE)
        .untilAsserted(() -> assertThat(text()).contains(text));
  }

  /** Waits until a text is gone. */
  void seeNoMore(String text) {
    await()
        .atMost(PATIENCE)
        .pollInterval(GLANCE)
        .untilAsserted(() -> assertThat(text()).doesNotContain(text));
  }

  /** All that can be read. */
  String text() {
    return String.valueOf(driver.executeScript("return document.body.innerText"));
  }

  /** The first element of a CSS selector, once it is there. */
  WebElement the(String selector) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(GLANCE)
        .until(() -> !driver.findElements(By.cssSelector(selector)).isEmpty());
    return driver.findElement(By.cssSelector(selector));
  }

  /** All elements of a CSS selector that are there now. */
  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** Presses a button by its text or its label, once it is there. */
  void press(String name) {
    String quoted = "\"" + name + "\"";
    By button =
        By.xpath("//button[normalize-space()=" + quoted + " or @aria-label=" + quoted + "]");
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(GLANCE)
        .until(() -> !driver.findElements(button).isEmpty());
    driver.findElement(button).click();
  }

  /** The answer of the page to a script. */
  @Nullable Object ask(String script) {
    return driver.executeScript(script);
  }

  /** A picture of the whole page, as PNG. */
  byte[] picture() {
    Map<String, Object> taken =
        driver.executeCdpCommand(
            "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    return Base64.getDecoder().decode(String.valueOf(taken.get("data")));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
