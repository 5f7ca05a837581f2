package dev.mooring.gateway.simulator;

import java.time.InstantSource;
import java.util.List;

/**
 * How a simulated provider behaves. Start from {@link #DEFAULTS} and change what matters.
 *
 * @param name tells providers apart: thinking signatures are valid within one name only; empty for
 *     a name of its own
 * @param host the address to listen on
 * @param port 0 for any free one
 * @param seed the same seed and the same requests give the same answers
 * @param clock the time of the prompt cache and of rate limits
 * @param keys the credentials
 * @param acceptAnyKey whether every key, and none, is taken as the first credential
 * @param reply what is generated unless a credential is told otherwise
 * @param cache the prompt cache
 * @param models the models that exist; empty for any
 * @param maxRecorded the most requests kept, oldest out first; 0 for none
 * @param codexTurnState whether Responses answers carry {@code x-codex-turn-state}
 * @param fast whether answers are prepared once and requests neither read, cached nor recorded
 */
public record SimulatorConfig(
    String name,
    String host,
    int port,
    long seed,
    InstantSource clock,
    List<SimulatedKey> keys,
    boolean acceptAnyKey,
    Reply reply,
    CacheRules cache,
    List<String> models,
    int maxRecorded,
    boolean codexTurnState,
    boolean fast) {

  /** Any key, loopback, any port, the documented cache rules, no latency. */
  public static final SimulatorConfig DEFAULTS =
      new SimulatorConfig(
          "",
          "127.0.0.1",
          0,
          1,
          InstantSource.system(),
          List.of(SimulatedKey.of("default", "")),
          true,
          Reply.text(20),
          CacheRules.DOCUMENTED,
          List.of(),
          10_000,
          false,
          false);

  /** The defaults with these credentials and no other key. */
  public static SimulatorConfig of(SimulatedKey... keys) {
    return DEFAULTS.withKeys(List.of(keys));
  }

  /** The same with another name. */
  public SimulatorConfig withName(String value) {
    return new SimulatorConfig(
        value,
        host,
        port,
        seed,
        clock,
        keys,
        acceptAnyKey,
        reply,
        cache,
        models,
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same on another address. */
  public SimulatorConfig withAddress(String newHost, int newPort) {
    return new SimulatorConfig(
        name,
        newHost,
        newPort,
        seed,
        clock,
        keys,
        acceptAnyKey,
        reply,
        cache,
        models,
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same with another seed. */
  public SimulatorConfig withSeed(long value) {
    return new SimulatorConfig(
        name,
        host,
        port,
        value,
        clock,
        keys,
        acceptAnyKey,
        reply,
        cache,
        models,
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same with another clock. */
  public SimulatorConfig withClock(InstantSource value) {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        value,
        keys,
        acceptAnyKey,
        reply,
        cache,
        models,
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same with these credentials and no other key. */
  public SimulatorConfig withKeys(List<SimulatedKey> value) {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        clock,
        List.copyOf(value),
        false,
        reply,
        cache,
        models,
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same, but every key, and none, is taken as the first credential. */
  public SimulatorConfig acceptingAnyKey() {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        clock,
        keys,
        true,
        reply,
        cache,
        models,
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same with another reply. */
  public SimulatorConfig withReply(Reply value) {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        clock,
        keys,
        acceptAnyKey,
        value,
        cache,
        models,
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same with other cache rules. */
  public SimulatorConfig withCache(CacheRules value) {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        clock,
        keys,
        acceptAnyKey,
        reply,
        value,
        models,
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same with these models and no other. */
  public SimulatorConfig withModels(String... value) {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        clock,
        keys,
        acceptAnyKey,
        reply,
        cache,
        List.of(value),
        maxRecorded,
        codexTurnState,
        fast);
  }

  /** The same with {@code x-codex-turn-state} on Responses answers. */
  public SimulatorConfig withCodexTurnState() {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        clock,
        keys,
        acceptAnyKey,
        reply,
        cache,
        models,
        maxRecorded,
        true,
        fast);
  }

  /** The same with another bound on what is recorded. */
  public SimulatorConfig withMaxRecorded(int value) {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        clock,
        keys,
        acceptAnyKey,
        reply,
        cache,
        models,
        value,
        codexTurnState,
        fast);
  }

  /** The same for load tests: answers prepared once, nothing read, cached or recorded. */
  public SimulatorConfig asFast() {
    return new SimulatorConfig(
        name,
        host,
        port,
        seed,
        clock,
        keys,
        acceptAnyKey,
        reply,
        cache,
        models,
        0,
        codexTurnState,
        true);
  }
}
