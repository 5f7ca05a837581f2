package dev.mooring.gateway.relay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.limits.Standing;
import dev.mooring.gateway.record.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What callers may look up about themselves, as the AI SDK's client reads it: what they may still
 * spend, and how a request of their team's went.
 */
public final class OwnRecord {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String BUDGET = "budget";

  /** A budget is counted in billionths of a US dollar. */
  private static final int NANO = 9;

  /** What is left where no budget bounds it. */
  private static final String UNBOUNDED = "Infinity";

  private final Node node;

  OwnRecord(Node node) {
    this.node = node;
  }

  /**
   * What a caller may still spend: the least that is left of the budgets of its key and its team,
   * and what was used of that one.
   *
   * @param team null where no teams are configured
   * @param key null likewise
   * @return fails when the store cannot answer
   */
  public CompletionStage<byte[]> credits(@Nullable TeamConfig team, @Nullable ClientKeyConfig key) {
    if (team == null) {
      return CompletableFuture.completedStage(credits(List.of()));
    }
    CompletionStage<List<Standing>> ofTeam = Standing.of(node.limits(), team, null);
    if (key == null) {
      return ofTeam.thenApply(OwnRecord::credits);
    }
    return Standing.of(node.limits(), team, key)
        .thenCombine(
            ofTeam,
            (keys, teams) -> {
              List<Standing> all = new ArrayList<>(keys);
              all.addAll(teams);
              return credits(all);
            });
  }

  private static byte[] credits(List<Standing> standings) {
    Standing tightest = null;
    for (Standing standing : standings) {
      if (standing.unit().equals(BUDGET) && (tightest == null || left(standing) < left(tightest))) {
        tightest = standing;
      }
    }
    String balance = tightest == null ? UNBOUNDED : usd(Math.max(0, left(tightest)));
    String used = tightest == null ? "0" : usd(tightest.used());
    return write(
        json -> {
          json.writeStringField("balance", balance);
          json.writeStringField("total_used", used);
        });
  }

  private static long left(Standing standing) {
    return standing.limit() - standing.used();
  }

  private static String usd(long nano) {
    BigDecimal usd = BigDecimal.valueOf(nano, NANO).stripTrailingZeros();
    return (usd.scale() < 0 ? usd.setScale(0) : usd).toPlainString();
  }

  /**
   * How a request went that this node has served of late.
   *
   * @param team whose request it must have been
   * @param id the generation's, {@code gen_…}
   * @return null where there is no such request
   */
  public byte @Nullable [] generation(String team, String id) {
    Turn turn = id.startsWith("gen_") ? node.feed().turn(id.replaceFirst("gen_", "req_")) : null;
    Turn.Served served = turn == null ? null : turn.served();
    if (turn == null || served == null || !turn.who().team().equals(team)) {
      return null;
    }
    return write(
        json -> {
          json.writeObjectFieldStart("data");
          generation(json, id, turn, served);
          json.writeEndObject();
        });
  }

  private static void generation(JsonGenerator json, String id, Turn turn, Turn.Served served)
      throws IOException {
    Usage usage = served.usage() == null ? new Usage(0, 0, 0, 0, 0) : served.usage();
    double cost = served.cost() == null ? 0 : served.cost().cost();
    long millis = turn.latency().toMillis();
    json.writeStringField("id", id);
    json.writeNumberField("total_cost", cost);
    json.writeNumberField("upstream_inference_cost", served.byok() ? cost : 0);
    json.writeNumberField("usage", cost);
    json.writeStringField("created_at", turn.time().minus(turn.latency()).toString());
    json.writeStringField("model", turn.model());
    json.writeBooleanField("is_byok", served.byok());
    json.writeStringField("provider_name", served.provider());
    json.writeBooleanField("streamed", served.streamed());
    json.writeStringField("finish_reason", turn.failed() ? "error" : "unknown");
    json.writeNumberField("latency", millis);
    json.writeNumberField("generation_time", millis);
    json.writeNumberField("tokens_prompt", usage.input());
    json.writeNumberField("tokens_completion", usage.output());
    json.writeNumberField("native_tokens_prompt", usage.input());
    json.writeNumberField("native_tokens_completion", usage.output());
    json.writeNumberField("native_tokens_reasoning", 0);
    json.writeNumberField("native_tokens_cached", usage.cacheRead());
    json.writeNumberField("native_tokens_cache_creation", usage.cacheWrite());
    json.writeNumberField("billable_web_search_calls", 0);
  }

  private interface Fields {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private static byte[] write(Fields fields) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      fields.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
