package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events are cut alike, whatever the chunks, and no byte is lost. */
final class SseSplitterTest {
  private static final int LIMIT = 1 << 20;

  private static List<SseEvent> split(String text) {
    return new SseSplitter(LIMIT).feed(text.getBytes(UTF_8));
  }

  private static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anyChunkingGivesTheSameEvents(long seed) {
    Random random = new Random(seed);
    byte[] stream = randomStream(random);

    List<byte[]> whole = events(stream, List.of(stream.length));
    List<byte[]> single = events(stream, oneByOne(stream.length));
    List<byte[]> chunked = events(stream, cuts(random, stream.length));

    assertThat(single).usingElementComparator(Arrays::compare).isEqualTo(whole);
    assertThat(chunked).usingElementComparator(Arrays::compare).isEqualTo(whole);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theEventsTogetherAreTheStream(long seed) {
    Random random = new Random(seed);
    byte[] stream = randomStream(random);
    ByteArrayOutputStream together = new ByteArrayOutputStream();

    events(stream, cuts(random, stream.length)).forEach(together::writeBytes);

    String text = together.toString(UTF_8);
    assertThat(text).as("line ends may be added at the end").startsWith(new String(stream, UTF_8));
    assertThat(text.substring(new String(stream, UTF_8).length())).isIn("", "\n", "\n\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void linesMayEndInAnyWay(String end) {
    String text = "event: a" + end + "data: 1" + end + end + "data:2" + end + end;
    List<SseEvent> events = new ArrayList<>();
    SseSplitter splitter = new SseSplitter(LIMIT);
    splitter.feed(text.getBytes(UTF_8), events::add);

    assertThat(splitter.pending()).isFalse();
    assertThat(events).hasSize(2);
    assertThat(events.get(0).event()).isEqualTo("a");
    assertThat(events.get(0).data()).asString(UTF_8).isEqualTo("1");
    assertThat(events.get(1).event()).isNull();
    assertThat(events.get(1).data()).asString(UTF_8).isEqualTo("2");
  }

  @Test
  void dataLinesAreJoined() {
    SseEvent event = split(": c\ndata: {\"a\":\ndata:\ndata\ndata:  1}\nid: 7\n\n").get(0);

    assertThat(event.data()).asString(UTF_8).isEqualTo("{\"a\":\n\n\n 1}");
    assertThat(event.isComment()).isFalse();
  }

  @Test
  void aBlockOfCommentsIsAnEventWithoutData() {
    List<SseEvent> events = split(": keep-alive\n\n\ndatax: 1\n\nevent: ping\n\n");

    assertThat(events).extracting(SseEvent::isComment).containsExactly(true, true, true, false);
    assertThat(events).extracting(SseEvent::hasData).containsOnly(false);
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstField() {
    SseEvent event = split("\ufeffdata: 1\n\n").get(0);

    assertThat(event.data()).asString(UTF_8).isEqualTo("1");
    assertThat(event.bytes()).asString(UTF_8).isEqualTo("\ufeffdata: 1\n\n");
  }

  @Test
  void anIncompleteEventIsHeld() {
    SseSplitter splitter = new SseSplitter(LIMIT);

    assertThat(splitter.feed("data: 1".getBytes(UTF_8))).isEmpty();
    assertThat(splitter.pending()).isTrue();
    assertThat(splitter.end()).isNull();
    assertThat(splitter.feed("\n\n".getBytes(UTF_8))).hasSize(1);
    assertThat(splitter.pending()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"data: 1\n", "data: 1\r\n", "data: 1\r"})
  void atTheEndAnEventWhoseLinesAreWholeNeedsNoBlankLine(String text) {
    SseSplitter splitter = new SseSplitter(LIMIT);
    splitter.feed(text.getBytes(UTF_8));

    SseEvent last = Objects.requireNonNull(splitter.end());

    assertThat(last).extracting(SseEvent::data).isEqualTo("1".getBytes(UTF_8));
    assertThat(split(new String(last.bytes(), UTF_8))).hasSize(1);
    assertThat(splitter.end()).isNull();
  }

  @Test
  void anEventThatOnlyTheEndCompletesIsHandedOutThere() {
    SseSplitter splitter = new SseSplitter(LIMIT);

    assertThat(splitter.feed("data: 1\r\n\r".getBytes(UTF_8))).isEmpty();
    assertThat(splitter.pending()).isFalse();
    assertThat(splitter.end()).isNotNull().extracting(SseEvent::length).isEqualTo(10);
    assertThat(splitter.end()).isNull();
  }

  @Test
  void anEventThatIsTooLargeIsRefused() {
    SseSplitter splitter = new SseSplitter(16);
    splitter.feed("data: 123456789\n".getBytes(UTF_8));

    assertThatExceptionOfType(MalformedAnswerException.class)
        .isThrownBy(() -> splitter.feed("\n".getBytes(UTF_8)));
    assertThatExceptionOfType(MalformedAnswerException.class)
        .isThrownBy(() -> new SseSplitter(16).feed("data: 1234567890\n\n".getBytes(UTF_8)));
  }

  @Test
  void aLargeEventInSmallChunksTakesReasonableTime() {
    SseSplitter splitter = new SseSplitter(1 << 24);
    byte[] chunk = "data: x".repeat(10).getBytes(UTF_8);
    long start = System.nanoTime();
    for (int i = 0; i < 200_000; i++) {
      splitter.feed(chunk.clone(), event -> {});
    }

    assertThat(splitter.feed("\n\n".getBytes(UTF_8))).hasSize(1);
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }

  private static byte[] randomStream(Random random) {
    List<String> pieces =
        List.of(
            "data: ",
            "data",
            "event: x",
            ": c",
            "\n",
            "\n",
            "\n\n",
            "\r\n",
            "\r\n\r\n",
            "\r",
            "\r\r",
            "{\"a\":\"\u00e9\u6f22\ud83d\ude80\"}",
            "y");
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(40);
    for (int i = 0; i < length; i++) {
      text.append(pieces.get(random.nextInt(pieces.size())));
    }
    return text.toString().getBytes(UTF_8);
  }

  private static List<Integer> oneByOne(int length) {
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      sizes.add(1);
    }
    return sizes;
  }

  private static List<Integer> cuts(Random random, int length) {
    List<Integer> sizes = new ArrayList<>();
    int left = length;
    while (left > 0) {
      int size = Math.min(left, random.nextInt(6));
      sizes.add(size);
      left -= size;
    }
    return sizes;
  }

  /** The bytes of each event, and of what is held at the end. */
  private static List<byte[]> events(byte[] stream, List<Integer> sizes) {
    SseSplitter splitter = new SseSplitter(LIMIT);
    List<SseEvent> events = new ArrayList<>();
    int at = 0;
    for (int size : sizes) {
      splitter.feed(Arrays.copyOfRange(stream, at, at + size), events::add);
      at += size;
    }
    SseEvent last = splitter.end();
    if (last != null) {
      events.add(last);
    }
    List<byte[]> bytes = new ArrayList<>();
    int told = 0;
    for (SseEvent event : events) {
      bytes.add(event.bytes());
      told += event.length();
    }
    assertThat(splitter.pending()).isEqualTo(told < stream.length);
    bytes.add(Arrays.copyOfRange(stream, Math.min(told, stream.length), stream.length));
    return bytes;
  }
}
