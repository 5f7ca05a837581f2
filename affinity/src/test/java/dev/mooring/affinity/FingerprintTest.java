package dev.mooring.affinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {
  private static final String BILLING = "x-anthropic-billing-header: cc_version=2.1.332.abc;";

  @Test
  void isThirtyTwoLowerCaseHexCharacters() {
    assertThat(of("acme", List.of("You are kind."), List.of("Hi"))).matches("[0-9a-f]{32}");
  }

  @Test
  void isTheSameOverReleases() {
    String fingerprint =
        Fingerprint.builder("acme")
            .instruction(List.of("You are kind."))
            .opening(List.of("Hi", "there"))
            .tool("read", "Reads a file", schema("{\"type\":\"object\"}"))
            .finish();
    assertThat(fingerprint).isEqualTo("babbbf0daf7e50b330db45f4c23b8241");
  }

  @Test
  void differsByTeam() {
    assertThat(of("acme", List.of("s"), List.of("u")))
        .isNotEqualTo(of("other", List.of("s"), List.of("u")));
  }

  @Test
  void differsByInstruction() {
    assertThat(of("acme", List.of("s"), List.of("u")))
        .isNotEqualTo(of("acme", List.of("t"), List.of("u")));
  }

  @Test
  void twoFirstMessagesGiveTwoSessions() {
    assertThat(of("acme", List.of("s"), List.of("u")))
        .isNotEqualTo(of("acme", List.of("s"), List.of("v")));
  }

  @Test
  void theSameTextInAnotherRoleDiffers() {
    assertThat(of("acme", List.of("x"), List.of()))
        .isNotEqualTo(of("acme", List.of(), List.of("x")));
  }

  @Test
  void twoBlocksDifferFromOneThatJoinsThem() {
    assertThat(of("acme", List.of(), List.of("ab", "c")))
        .isNotEqualTo(of("acme", List.of(), List.of("abc")))
        .isNotEqualTo(of("acme", List.of(), List.of("a", "bc")));
  }

  @Test
  void theOrderOfInstructionAndOpeningCallsDoesNotMatter() {
    String reversed =
        Fingerprint.builder("acme").opening(List.of("u")).instruction(List.of("s")).finish();
    assertThat(reversed).isEqualTo(of("acme", List.of("s"), List.of("u")));
  }

  @Test
  void aBlankMessageCountsAsAbsent() {
    String absent = Fingerprint.builder("acme").opening(List.of("u")).finish();
    assertThat(of("acme", List.of(), List.of("u"))).isEqualTo(absent);
    assertThat(of("acme", List.of(" \n", ""), List.of("u"))).isEqualTo(absent);
  }

  @Test
  void theBillingHeaderBlockIsNoPartOfIt() {
    String without = of("acme", List.of("You are Claude Code."), List.of("u"));
    assertThat(of("acme", List.of(BILLING, "You are Claude Code."), List.of("u")))
        .isEqualTo(without);
    assertThat(of("acme", List.of(BILLING + " cch=12345;", "You are Claude Code."), List.of("u")))
        .isEqualTo(without);
  }

  @Test
  void aBillingHeaderThatDoesNotLeadCounts() {
    assertThat(of("acme", List.of("s", BILLING), List.of("u")))
        .isNotEqualTo(of("acme", List.of("s"), List.of("u")));
  }

  @Test
  void aBillingHeaderInTheOpeningCounts() {
    assertThat(of("acme", List.of(), List.of(BILLING, "u")))
        .isNotEqualTo(of("acme", List.of(), List.of("u")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "é", "語", "😀"})
  void onlyTheFirst4096CodePointsOfAMessageCount(String character) {
    String full = character.repeat(4_096);
    assertThat(of("acme", List.of(), List.of(full + "x")))
        .isEqualTo(of("acme", List.of(), List.of(full)));
    String nearlyFull = character.repeat(4_095);
    assertThat(of("acme", List.of(), List.of(nearlyFull + "x")))
        .isNotEqualTo(of("acme", List.of(), List.of(nearlyFull + "y")));
  }

  @Test
  void the4096CodePointsCountOverAllBlocksOfAMessage() {
    String half = "h".repeat(2_048);
    assertThat(of("acme", List.of(), List.of(half, half + "x", "more")))
        .isEqualTo(of("acme", List.of(), List.of(half, half)));
    assertThat(of("acme", List.of(half + half), List.of("u")))
        .isNotEqualTo(of("acme", List.of(half + half), List.of("v")));
  }

  @Test
  void toolsAreASet() {
    assertThat(withTools("a", "b", "c"))
        .isEqualTo(withTools("c", "a", "b"))
        .isEqualTo(withTools("a", "b", "b", "c"))
        .isNotEqualTo(withTools("a", "b"));
  }

  @Test
  void aToolDiffersByNameDescriptionAndSchema() {
    Set<String> distinct = new HashSet<>();
    distinct.add(withTool("read", "Reads", "{}"));
    distinct.add(withTool("write", "Reads", "{}"));
    distinct.add(withTool("read", "Writes", "{}"));
    distinct.add(withTool("read", "Reads", "{\"a\":1}"));
    distinct.add(withTool("rea", "dReads", "{}"));
    distinct.add(withTool("read", "Reads{", "}"));
    distinct.add(Fingerprint.builder("acme").opening(List.of("u")).finish());
    assertThat(distinct).hasSize(7);
  }

  @Test
  void aPartIsGivenAtMostOnce() {
    Fingerprint.Builder builder =
        Fingerprint.builder("acme").instruction(List.of()).opening(List.of());
    assertThatIllegalStateException().isThrownBy(() -> builder.instruction(List.of("s")));
    assertThatIllegalStateException().isThrownBy(() -> builder.opening(List.of("u")));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noTwoFramingsOfTheSameTextAgree(long seed) {
    Random random = new Random(seed);
    String text = "x".repeat(64);
    Set<List<List<String>>> shapes = new HashSet<>();
    Set<String> fingerprints = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      int border = random.nextInt(text.length() + 1);
      List<String> instruction = cut(text.substring(0, border), random);
      List<String> opening = cut(text.substring(border), random);
      shapes.add(List.of(instruction, opening));
      fingerprints.add(of("acme", instruction, opening));
    }
    assertThat(fingerprints).hasSameSizeAs(shapes);
  }

  private static List<String> cut(String text, Random random) {
    List<String> blocks = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int to = from + 1 + random.nextInt(text.length() - from);
      blocks.add(text.substring(from, to));
      from = to;
    }
    return Collections.unmodifiableList(blocks);
  }

  private static String of(String team, List<String> instruction, List<String> opening) {
    return Fingerprint.builder(team).instruction(instruction).opening(opening).finish();
  }

  private static String withTool(String name, String description, String schema) {
    return Fingerprint.builder("acme")
        .opening(List.of("u"))
        .tool(name, description, schema(schema))
        .finish();
  }

  private static String withTools(String... names) {
    Fingerprint.Builder builder = Fingerprint.builder("acme").opening(List.of("u"));
    for (String name : names) {
      builder.tool(name, "Does " + name, schema("{}"));
    }
    return builder.finish();
  }

  private static byte[] schema(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }
}
