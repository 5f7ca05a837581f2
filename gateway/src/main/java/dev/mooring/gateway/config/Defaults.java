package dev.mooring.gateway.config;

import java.time.Duration;

/** Every default of the configuration (contract, sections 1, 2 and 5). */
final class Defaults {
  static final String SERVER_HOST = "127.0.0.1";
  static final int SERVER_PORT = 8080;
  static final long MAX_BODY_BYTES = 64L << 20;
  static final Duration DRAIN_DELAY = Duration.ZERO;
  static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(60);
  static final Duration HEARTBEAT = Duration.ofSeconds(15);

  static final String MANAGEMENT_HOST = "127.0.0.1";
  static final int MANAGEMENT_PORT = 9090;
  static final String MANAGEMENT_TOKEN = "";

  static final long STORE_MAX_ENTRIES = 1_000_000;
  static final long STORE_MAX_BYTES = 64L << 20;
  static final Duration EVENTS_KEPT = Duration.ofDays(7);
  static final Duration SESSIONS_KEPT = Duration.ofDays(30);
  static final String REDIS_KEY_PREFIX = "mooring:";
  static final Duration REDIS_TIMEOUT = Duration.ofMillis(50);
  static final RedisTlsConfig.Verify REDIS_TLS_VERIFY = RedisTlsConfig.Verify.FULL;

  static final boolean LOGGING_SESSION_IDS = false;
  static final boolean LOGGING_TRAIL = false;

  static final boolean AFFINITY_ENABLED = true;
  static final Duration AFFINITY_MARGIN = Duration.ofSeconds(15);
  static final Duration AFFINITY_MAX_LIFETIME = Duration.ofHours(1);
  static final int AFFINITY_MAX_MODELS = 8;
  static final boolean AFFINITY_LEARN_LIFETIMES = false;
  static final Duration WAIT_MAX = Duration.ofSeconds(5);
  static final int WAIT_MIN_PROMPT_TOKENS = 20_000;

  static final int HEALTH_FAILURES = 5;
  static final Duration HEALTH_INITIAL_DOWN = Duration.ofSeconds(5);
  static final Duration HEALTH_MAX_DOWN = Duration.ofSeconds(60);
  static final Duration HEALTH_REJECTED_DOWN = Duration.ofSeconds(60);
  static final Duration HEALTH_WINDOW = Duration.ofSeconds(60);
  static final int HEALTH_MINIMUM_CALLS = 20;
  static final Duration HEALTH_SLOW_CALL = Duration.ofSeconds(30);
  static final int HEALTH_DEGRADED_FAILURE_RATE = 25;
  static final int HEALTH_DEGRADED_SLOW_CALL_RATE = 50;
  static final int HEALTH_DOWN_FAILURE_RATE = 0;

  static final double TRACING_SAMPLE_RATIO = 1;
  static final boolean TRACING_GROUP_TRACES_BY_SESSION = false;

  static final boolean ZERO_DATA_RETENTION = false;
  static final boolean STREAM_USAGE = true;
  static final boolean DRAINING = false;
  static final int MAX_RETRIES = 2;
  static final Duration INITIAL_BACKOFF = Duration.ofMillis(500);
  static final Duration MAX_BACKOFF = Duration.ofSeconds(5);
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  static final Duration FIRST_BYTE_TIMEOUT = Duration.ofMinutes(2);
  static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

  static final Duration MARKER_TTL = Duration.ofMinutes(5);

  static final double CREDENTIAL_WEIGHT = 1;
  static final boolean WORKLOAD_IDENTITY = false;
  static final String ENTRA_AUTHORITY = "https://login.microsoftonline.com";
  static final String ENTRA_SCOPE = "https://cognitiveservices.azure.com/.default";

  static final boolean KEY_ACTIVE = true;
  static final Duration RATE_LIMIT_PER = Duration.ofSeconds(60);

  /** The credential of a provider that lists none, for upstreams that ask for no key. */
  static final String IMPLICIT_CREDENTIAL = "default";

  private Defaults() {}
}
