package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Sha256;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The faults of a configuration: each with its line, its path and what to do. */
class ConfigErrorsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          helth: { failures: 1 }                  | unknown field 'helth' (did you mean 'health'?)
          zzzzzz: 1                               | unknown field 'zzzzzz' (known: server, management, store, affinity, health, logging, tracing, teams, providers, models, routing)
          server: { prot: 1 }                     | server: unknown field 'prot' (did you mean 'port'?)
          server: [1]                             | server: is a list (expected: host, port, auth, maxBodyBytes, drainDelay, drainTimeout, heartbeat)
          server:                                 | server: is empty (expected: host, port, auth, maxBodyBytes, drainDelay, drainTimeout, heartbeat)
          server: { port: 80, port: 81 }          | server.port: is written twice (remove one)
          models: []                              | models: is written twice (remove one)
          server: { port: 65536 }                 | server.port: is out of range (expected: 0 to 65535)
          server: { port: -1 }                    | server.port: is out of range (expected: 0 to 65535)
          server: { port: "80" }                  | server.port: is '80' (expected: a whole number, without quotes)
          server: { port: 8.5 }                   | server.port: is '8.5' (expected: a whole number, without quotes)
          server: { host: 1 }                     | server.host: is a number or a boolean (expected: text; put it in quotes)
          server: { host: "" }                    | server.host: is empty (expected: a value)
          server: { host: [a] }                   | server.host: is a list (expected: a single value)
          server: { host: }                       | server.host: has no value (write one, or remove the field)
          server: { host: 0.0.0.0 }               | server.host: '0.0.0.0' is open to others and there are no client keys (add teams, or write server.auth: none to serve anyone who can connect)
          server: { host: example.com }           | server.host: 'example.com' is open to others and there are no client keys (add teams, or write server.auth: none to serve anyone who can connect)
          server: { auth: yes }                   | server.auth: unknown value 'yes' (known: none)
          server: { maxBodyBytes: 64MB }          | server.maxBodyBytes: is not a size (expected: bytes such as 67108864, or 64MiB)
          server: { maxBodyBytes: 4GiB }          | server.maxBodyBytes: is out of range (expected: 1 to 2147483647)
          server: { drainTimeout: 60 }            | server.drainTimeout: is not a duration (expected: such as 500ms, 60s, 5m, 1h30m)
          server: { heartbeat: 16s }              | server.heartbeat: is out of range (expected: 10ms to 15s)
          management: { host: 0.0.0.0 }           | management.host: '0.0.0.0' is open to others and there is no token (set management.token, or write management.auth: none)
          management: { host: "::" }              | management.host: '::' is open to others and there is no token (set management.token, or write management.auth: none)
          management: { port: 8080 }              | management.port: is server.port too (choose another)
          management: { token: "a b" }            | management.token: holds a space, a line break or a letter outside ASCII, which no header can carry
          store: { type: redis }                  | store.redis: names no Redis (write uri, or cluster with a list of addresses)
          store: { type: redis, redis: { uri: "redis://a", cluster: ["redis://a"] } } | store.redis: has both uri and cluster (keep one)
          store: { type: redis, redis: { cluster: [] } } | store.redis.cluster: has no entry (write one, or remove the field)
          store: { type: redis, redis: { uri: "http://u:s3cret@a" } } | store.redis.uri: is not an address of Redis (expected: redis://, rediss://, redis-sentinel:// or redis-socket://)
          store: { type: redis, redis: { uri: "redis://:s 3cret@a" } } | store.redis.uri: is not an address of Redis (expected: such as redis://127.0.0.1:6379; percent-encode a password)
          store: { type: redis, redis: { uri: "redis-sentinel://a" } } | store.redis.uri: names no primary (expected: such as redis-sentinel://a:26379,b:26379#main)
          store: { type: redis, redis: { cluster: ["redis-sentinel://a"] } } | store.redis.cluster[0]: is not an address of Redis (expected: redis:// or rediss://)
          store: { type: redis, redis: { uri: "redis://a", keyPrefix: "{m}:" } } | store.redis.keyPrefix: '{m}:' is not a key prefix (expected: ASCII without spaces and braces)
          store: { type: redis, redis: { uri: "redis://a", timeout: 0ms } } | store.redis.timeout: is out of range (expected: 1ms to 10s)
          store: { path: a.db, durable: false }   | store.durable: is false and there is a path (remove one of them)
          store: { path: 1 }                      | store.path: is a number or a boolean (expected: text; put it in quotes)
          store: { durable: "yes" }               | store.durable: is 'yes' (expected: true or false, without quotes)
          store: { retention: { events: 0s } }    | store.retention.events: is out of range (expected: 60s to 3650d)
          store: { type: memry }                  | store.type: unknown value 'memry' (did you mean 'memory'?)
          store: { memory: { maxEntries: 0 } }    | store.memory.maxEntries: is out of range (expected: 2 to 2147483647)
          affinity: { maxLifetime: 2h }           | affinity.maxLifetime: is out of range (expected: 1s to 1h)
          affinity: { maxModels: 0 }              | affinity.maxModels: is out of range (expected: 1 to 64)
          affinity: { enabled: "true" }           | affinity.enabled: is 'true' (expected: true or false, without quotes)
          affinity: { enabled: on }               | affinity.enabled: is 'on' (expected: true or false, without quotes)
          affinity: { wait: { max: 2m } }         | affinity.wait.max: is out of range (expected: 0s to 60s)
          health: { rates: { window: 1s } }       | health.rates.window: is out of range (expected: 5s to 10m)
          logging: { sessionIds: "true" }         | logging.sessionIds: is 'true' (expected: true or false, without quotes)
          health: { initialDown: 2m }             | health.initialDown: is longer than maxDown (expected: at most 60s)
          logging: { format: xml }                | logging.format: unknown value 'xml' (known: json, text)
          teams: []                               | teams: has no entry (write one, or remove the field)
          teams: [{ id: t, keys: [] }]            | teams[0].keys: has no entry (expected: at least one with id and secret)
          teams: [{ id: t }]                      | teams[0].keys: is missing (it is required)
          teams: [{ id: t/u, keys: [{ id: k, secret: s }] }] | teams[0].id: 't/u' is not an id (expected: letters, digits and . _ : @ -, at most 128)
          """)
  void aFaultOfASectionIsNamed(String section, String error) {
    assertThat(ConfigText.errors(ConfigText.MINIMAL + section + "\n"))
        .containsExactly("mooring.yaml:8: " + error);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          { id: k }                                     | : teams[0].keys[0].secret: is missing (expected: secret, or sha256)
          { id: k, secret: s, sha256: %s }              | : teams[0].keys[0].secret: is written beside sha256 (keep one of them)
          { id: k, secret: "" }                         | : teams[0].keys[0].secret: is empty (expected: a value)
          { id: k, sha256: abc }                        | : teams[0].keys[0].sha256: is not SHA-256 in hex (expected: 64 hex characters)
          { secret: s }                                 | : teams[0].keys[0].id: is missing (it is required)
          { id: k, secret: s }, { id: k, secret: t }    | : teams[0].keys[1]: has the id of another key of this team, 'k' (rename one)
          { id: k, secret: s }, { id: l, secret: s }    | : teams[0].keys[1]: has the secret of key t/k (give each key its own)
          { id: k, secret: s, weights: { b: 1 } }       | : teams[0].keys[0].weights: unknown provider 'b' (did you mean 'a'?)
          { id: k, secret: s, weights: { a: 0 } }       | : teams[0].keys[0].weights: are all 0 (expected: one above 0)
          { id: k, secret: s, weights: { a: -1 } }      | : teams[0].keys[0].weights.a: is out of range (expected: 0 or more)
          { id: k, secret: s, weights: { a: 1, a: 2 } } | : teams[0].keys[0].weights.a: is written twice (remove one)
          { id: k, secret: s, weights: [1] }            | : teams[0].keys[0].weights: is a list (expected: name: weight)
          { id: k, secret: s, allow: { model: [] } }    | : teams[0].keys[0].allow: unknown field 'model' (did you mean 'models'?)
          { id: k, secret: s, allow: { models: x } }    | : teams[0].keys[0].allow.models: is a single value (expected: a list)
          { id: k, secret: s, allow: { models: [1] } }  | : teams[0].keys[0].allow.models[0]: is a number or a boolean (expected: text; put it in quotes)
          { id: k, secret: s, userHeader: "a b" }       | : teams[0].keys[0].userHeader: 'a b' is not a header's name (expected: letters, digits and -)
          { id: k, secret: s, active: no } | : teams[0].keys[0].active: is 'no' (expected: true or false, without quotes)
          { id: k, secret: s, expires: 2027-01-31 } | : teams[0].keys[0].expires: '2027-01-31' is no time (expected: such as 2027-01-31T00:00:00Z)
          { id: k, secret: s, deny: { providers: [b] } } | : teams[0].keys[0].deny.providers: unknown provider 'b' (did you mean 'a'?)
          { id: k, secret: s, deny: { models: x } } | : teams[0].keys[0].deny.models: is a single value (expected: a list)
          { id: k, secret: s, rateLimit: {} } | : teams[0].keys[0].rateLimit: limits nothing (expected: requests, tokens or both)
          { id: k, secret: s, rateLimit: { requests: -1 } } | : teams[0].keys[0].rateLimit.requests: is out of range (expected: 0 to 1000000000000)
          { id: k, secret: s, rateLimit: { requests: 1, per: 0s } } | : teams[0].keys[0].rateLimit.per: is out of range (expected: 1s to 31d)
          { id: k, secret: s, budget: { period: day } } | : teams[0].keys[0].budget.limitUsd: is missing (it is required)
          { id: k, secret: s, budget: { limitUsd: 1 } } | : teams[0].keys[0].budget.period: is missing (it is required)
          { id: k, secret: s, budget: { limitUsd: 1e9, period: day } } | : teams[0].keys[0].budget.limitUsd: is out of range (expected: 0 to 1000000)
          { id: k, secret: s, budget: { limitUsd: 1, period: year } } | : teams[0].keys[0].budget.period: 'year' is no period (expected: day, week or month of the calendar, or a duration from 1m to 366d such as 30d)
          """)
  void aFaultOfAClientKeyIsNamed(String keys, String error) {
    String hash = Sha256.hex("s");
    String yaml = ConfigText.MINIMAL + "teams:\n  - id: t\n    keys: [" + keys + "]\n";
    assertThat(ConfigText.errors(yaml.replace("%s", hash)))
        .containsExactly("mooring.yaml:10" + error);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [1]                     | teams[0].byok: is a list (expected: provider: [{ apiKey: … }])
          { b: [{ apiKey: s }] }  | teams[0].byok: unknown provider 'b' (did you mean 'a'?)
          { a: [] }               | teams[0].byok.a: has no entry (write one, or remove the field)
          { a: [{ id: x }] }      | teams[0].byok.a[0].apiKey: is missing (it is required)
          { a: [{ apiKey: "" }] } | teams[0].byok.a[0].apiKey: is empty (expected: a value)
          { a: [{ key: s }] }     | teams[0].byok.a[0].apiKey: is missing (it is required)
          """)
  void aFaultOfATeamsOwnCredentialsIsNamed(String byok, String error) {
    String yaml =
        ConfigText.MINIMAL
            + "teams:\n  - id: t\n    keys: [{ id: k, secret: s }]\n    byok: "
            + byok
            + "\n";
    assertThat(ConfigText.errors(yaml)).contains("mooring.yaml:11: " + error);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          { type: anthropic, credentials: [{ id: k, apiKey: s }] }   | providers[1].id: is missing (it is required)
          { id: a, type: anthropic, credentials: [{ id: k, apiKey: s }] } | providers[1].id: 'a' is another provider too (rename one)
          { id: b, credentials: [{ id: k, apiKey: s }] }             | providers[1].type: is missing (it is required)
          { id: b, type: anthropc, credentials: [{ id: k, apiKey: s }] } | providers[1].type: unknown value 'anthropc' (did you mean 'anthropic'?)
          { id: b, type: azure, credentials: [{ id: k, apiKey: s }] }    | providers[1].baseUrl: is missing (type azure has no public default)
          { id: b, type: bedrock, credentials: [{ id: k, apiKey: s }] }  | providers[1].region: is missing (expected: such as us-east-1)
          { id: b, type: openai, region: r, credentials: [{ id: k, apiKey: s }] } | providers[1].region: has no meaning for this type (remove it)
          { id: b, type: openai, apiVersion: r, credentials: [{ id: k, apiKey: s }] } | providers[1].apiVersion: has no meaning for this type (remove it)
          { id: b, type: vertex, location: global, credentials: [{ id: k, apiKey: s }] } | providers[1].project: is missing (expected: such as my-project)
          { id: b, type: openai }                                    | providers[1].credentials: has no entry (expected: at least one with id and apiKey)
          { id: b, type: openai, credentials: [] }                   | providers[1].credentials: has no entry (expected: at least one with id and apiKey)
          { id: b, type: openai, credentials: [{ id: k }] }          | providers[1].credentials[0].apiKey: is missing (it is required)
          { id: b, type: openai, credentials: [{ id: k, apiKey: "" }] }  | providers[1].credentials[0].apiKey: is empty (expected: a value)
          { id: b, type: openai, credentials: [{ id: k, apiKey: "a\\nb" }] } | providers[1].credentials[0].apiKey: holds a space, a line break or a letter outside ASCII, which no header can carry
          { id: b, type: openai, credentials: [{ id: k, apiKey: s }, { id: k, apiKey: t }] } | providers[1].credentials[1].id: 'k' is another credential of this provider too (rename one)
          { id: b, type: openai, credentials: [{ id: k, apiKey: s, weight: -1 }] } | providers[1].credentials[0].weight: is out of range (expected: 0 or more)
          { id: b, type: openai, credentials: [{ id: k, apiKey: s, weight: .inf }] } | providers[1].credentials[0].weight: is '.inf' (expected: a number, without quotes)
          { id: b, type: openai, credentials: [{ id: k, apiKey: s, weight: 1e999 }] } | providers[1].credentials[0].weight: is out of range (expected: 0 or more)
          { id: b, type: openai, credentials: [{ id: k, apiKey: s, weight: 0 }] } | providers[1].credentials[0].weight: is 0 for every credential (expected: one above 0)
          { id: b, type: openai-compatible }                         | providers[1].baseUrl: is missing (type openai-compatible has no public default)
          { id: b, type: openai-compatible, baseUrl: "ftp://a" }     | providers[1].baseUrl: is not an http or https origin (expected: such as https://api.example.com)
          { id: b, type: openai-compatible, baseUrl: "api.example.com" } | providers[1].baseUrl: is not an http or https origin (expected: such as https://api.example.com)
          { id: b, type: openai-compatible, baseUrl: "http://u:p@a" }  | providers[1].baseUrl: is not an http or https origin (expected: such as https://api.example.com)
          { id: b, type: openai-compatible, baseUrl: "http://a?b=c" }  | providers[1].baseUrl: is not an http or https origin (expected: such as https://api.example.com)
          { id: b, type: openai-compatible, baseUrl: "http://a:99999" } | providers[1].baseUrl: is not an http or https origin (expected: such as https://api.example.com)
          { id: b, type: openai-compatible, baseUrl: "http://a", apis: [chat, respones] } | providers[1].apis[1]: unknown value 'respones' (did you mean 'responses'?)
          { id: b, type: openai-compatible, baseUrl: "http://a", apis: [] } | providers[1].apis: is empty (expected: some of chat, responses, messages)
          { id: b, type: openai, apis: [chat], credentials: [{ id: k, apiKey: s }] } | providers[1].apis: cannot be chosen for type openai (remove it)
          { id: b, type: openai-compatible, baseUrl: "http://a", retry: { maxRetries: 11 } } | providers[1].retry.maxRetries: is out of range (expected: 0 to 10)
          { id: b, type: openai-compatible, baseUrl: "http://a", retry: { initialBackoff: 6s } } | providers[1].retry.initialBackoff: is longer than maxBackoff (expected: at most 5s)
          { id: b, type: openai-compatible, baseUrl: "http://a", timeouts: { idle: 0s } } | providers[1].timeouts.idle: is out of range (expected: 1ms to 1h)
          text                                                       | providers[1]: is a single value (expected: id, type, preset, baseUrl, apis, region, project, location, apiVersion, cacheLifetime, zeroDataRetention, promptTraining, streamUsage, retry, timeouts, draining, promptCache, credentials)
          """)
  void aFaultOfAProviderIsNamed(String provider, String error) {
    String yaml = ConfigText.MINIMAL.replace("models:", "  - " + provider + "\nmodels:");
    assertThat(ConfigText.errors(yaml)).contains("mooring.yaml:5: " + error);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          { targets: [{ provider: a, model: u }] }             | models[1].id: is missing (it is required)
          { id: m, targets: [{ provider: a, model: u }] }      | models[1].id: 'm' is another model too (rename one)
          { id: "n o", targets: [{ provider: a, model: u }] }  | models[1].id: 'n o' is not a model's name (expected: ASCII without spaces)
          { id: n }                                            | models[1].targets: is missing (it is required)
          { id: n, targets: [] }                               | models[1].targets: has no entry (expected: at least one with provider and model)
          { id: n, targets: [{ provider: a }] }                | models[1].targets[0].model: is missing (it is required)
          { id: n, targets: [{ provider: b, model: u }] }      | models[1].targets[0].provider: unknown provider 'b' (did you mean 'a'?)
          { id: n, targets: [{ provider: a, model: u, credential: j }] } | models[1].targets[0].credential: unknown credential 'j' of provider 'a' (did you mean 'k'?)
          { id: n, capabilities: [visoin], targets: [{ provider: a, model: u }] } | models[1].capabilities[0]: unknown value 'visoin' (did you mean 'vision'?)
          { id: n, targets: [{ provider: a, model: u, weight: -1 }] } | models[1].targets[0].weight: is out of range (expected: 0 or more)
          { id: n, targets: [{ provider: a, model: u, weight: 0 }] } | models[1].targets[0].weight: is 0 for every target (expected: one above 0)
          { id: n, aliases: [m], targets: [{ provider: a, model: u }] } | models[1].aliases: 'm' is a model's id too (remove it)
          { id: n, aliases: [x, x], targets: [{ provider: a, model: u }] } | models[1].aliases: 'x' is written 2 times (keep one)
          { id: n, price: { input: 1 }, targets: [{ provider: a, model: u }] } | models[1].price.output: is missing (it is required)
          { id: n, caching: { minTokens: 1 }, targets: [{ provider: a, model: u }] } | models[1].caching.supported: is missing (it is required)
          """)
  void aFaultOfAModelIsNamed(String model, String error) {
    assertThat(ConfigText.errors(ConfigText.MINIMAL + "  - " + model + "\n"))
        .containsExactly("mooring.yaml:8: " + error);
  }

  @Test
  void oneAliasOfTwoModelsIsAFaultOfBoth() {
    String yaml =
        ConfigText.MINIMAL.replace("id: m", "id: m\n    aliases: [x]")
            + "  - { id: n, aliases: [x], targets: [{ provider: a, model: u }] }\n";
    assertThat(ConfigText.errors(yaml))
        .containsExactly(
            "mooring.yaml:7: models[0].aliases: 'x' is written 2 times (keep one)",
            "mooring.yaml:9: models[1].aliases: 'x' is written 2 times (keep one)");
  }

  @Test
  void oneWeightOfZeroBesideAMissingOneIsNoFault() {
    String targets = "[{ provider: a, model: u, weight: 0 }, { provider: a, model: v }]";
    GatewayConfig config =
        ConfigText.valid(ConfigText.MINIMAL + "  - { id: n, targets: " + targets + " }\n");
    assertThat(ConfigText.model(config, "n").weighted()).isTrue();
  }

  @Test
  void theSameSecretAsTextAndAsHashIsRefusedAcrossTeams() {
    String yaml =
        ConfigText.MINIMAL
            + "teams:\n  - { id: t, keys: [{ id: k, secret: s }] }\n  - { id: u, keys: [{ id: k, sha256: "
            + Sha256.hex("s")
            + " }] }\n";
    assertThat(ConfigText.errors(yaml))
        .containsExactly(
            "mooring.yaml:10: teams[1].keys[0]: has the secret of key t/k (give each key its own)");
  }

  @Test
  void allFaultsAreFoundInOneRunInTheOrderOfTheirLines() {
    String yaml =
        """
        server: { port: x }
        providers:
          - id: a
            typ: openai
            credentials: [{ id: k, apiKey: s }]
        models:
          - id: m
            targets: [{ provider: b, model: u }]
        health: { failures: 0 }
        """;
    assertThat(ConfigText.errors(yaml))
        .containsExactly(
            "mooring.yaml:1: server.port: is 'x' (expected: a whole number, without quotes)",
            "mooring.yaml:3: providers[0].type: is missing (it is required)",
            "mooring.yaml:4: providers[0]: unknown field 'typ' (did you mean 'type'?)",
            "mooring.yaml:8: models[0].targets[0].provider: unknown provider 'b' (did you mean 'a'?)",
            "mooring.yaml:9: health.failures: is out of range (expected: 1 to 1000)");
  }

  @Test
  void whatIsNoYamlIsOneFaultWithoutTheTextAroundIt() {
    assertThat(ConfigText.errors("providers:\n  - apiKey: \"sk-secret\n"))
        .singleElement()
        .asString()
        .startsWith("mooring.yaml:3: is not YAML: ")
        .doesNotContain("sk-secret");
    assertThat(ConfigText.errors(""))
        .containsExactly("mooring.yaml: is empty (expected: at least providers)");
    assertThat(ConfigText.errors("- a"))
        .singleElement()
        .asString()
        .startsWith("mooring.yaml:1: is a list (expected: server,");
    assertThat(ConfigText.errors("a: 1\n---\nb: 2\n"))
        .singleElement()
        .asString()
        .contains("is not YAML");
  }

  @Test
  void withoutProvidersThereIsNothingToServe() {
    assertThat(ConfigText.errors("server: { port: 1 }"))
        .containsExactly("mooring.yaml:1: providers: is missing (it is required)");
  }

  @Test
  void modelsAreNeededWhereNoTypeHasBuiltInOnes() {
    String yaml = "providers: [{ id: b, type: openai-compatible, baseUrl: \"http://a\" }]\n";
    assertThat(ConfigText.errors(yaml))
        .containsExactly(
            "mooring.yaml:1: models: is missing (none of these providers has built-in models)");
  }

  @Test
  void noFaultShowsASecret() {
    String yaml =
        """
        management: { token: "sk-secret x" }
        teams: [{ id: t, keys: [{ id: k, secret: "sk-secret é" }, { id: l, sha256: sk-secret }] }]
        providers:
          - { id: a, type: anthropic, credentials: [{ id: k, apiKey: "sk-secret y" }] }
        """;
    assertThat(ConfigText.errors(yaml, Map.of()))
        .hasSize(4)
        .noneMatch(error -> error.contains("sk-secret"));
  }
}
