package dev.mooring.gateway.limits;

import dev.mooring.affinity.limit.LimitStore.Count;
import dev.mooring.affinity.limit.Window;
import dev.mooring.gateway.api.ApiError;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a request may not be made now.
 *
 * @param error 402 for a budget, 429 for a rate limit
 * @param retryAfter when to come back; null for a budget
 * @param headers what the limit's state is, as OpenAI's API tells it; empty for a budget
 */
public record Refusal(ApiError error, @Nullable Duration retryAfter, Map<String, String> headers) {
  /**
   * The refusal by several limits: by a budget if one is among them, since waiting for a rate limit
   * would only lead there; else by the limit that asks for the longest wait.
   *
   * @param counts of each limit, in the same order; at least one refused
   */
  static Refusal of(List<Limit> limits, List<Count> counts, Use asked) {
    int worst = -1;
    for (int i = 0; i < limits.size(); i++) {
      if (counts.get(i).refused()
          && (worst < 0
              || worse(limits.get(i), counts.get(i), limits.get(worst), counts.get(worst)))) {
        worst = i;
      }
    }
    Limit limit = limits.get(worst);
    Count count = counts.get(worst);
    return limit.unit() == Limit.Unit.NANO_USD ? budget(limit, count) : rate(limit, count, asked);
  }

  private static boolean worse(Limit one, Count counted, Limit other, Count otherCounted) {
    boolean budget = one.unit() == Limit.Unit.NANO_USD;
    boolean otherBudget = other.unit() == Limit.Unit.NANO_USD;
    if (budget != otherBudget) {
      return budget;
    }
    return counted.free().compareTo(otherCounted.free()) > 0;
  }

  private static Refusal budget(Limit limit, Count count) {
    String message =
        "The budget of this %s, %s USD per %s, %s."
            .formatted(
                owner(limit),
                dollars(limit.counter().limit()),
                period(limit.counter().window()),
                count.left() == 0
                    ? "is used up"
                    : "has " + dollars(count.left()) + " USD left, which this request may exceed");
    return new Refusal(ApiError.budget(message), null, Map.of());
  }

  private static Refusal rate(Limit limit, Count count, Use asked) {
    String unit = limit.unit().name().toLowerCase(Locale.ROOT);
    String message =
        "The limit of this %s, %d %s per %s, %s."
            .formatted(
                owner(limit),
                limit.counter().limit(),
                unit,
                period(limit.counter().window()),
                count.free().equals(Count.NEVER)
                    ? "is lower than the %d that this request may need"
                        .formatted(asked.of(limit.unit()))
                    : "is reached");
    Map<String, String> headers =
        Map.of(
            "x-ratelimit-limit-" + unit, Long.toString(limit.counter().limit()),
            "x-ratelimit-remaining-" + unit, Long.toString(count.left()),
            "x-ratelimit-reset-" + unit, seconds(count.free()));
    return new Refusal(ApiError.rateLimited(message), count.free(), headers);
  }

  private static String owner(Limit limit) {
    return limit.level() == Limit.Level.KEY ? "API key" : "team";
  }

  private static String dollars(long nanoUsd) {
    BigDecimal dollars = BigDecimal.valueOf(nanoUsd, 9).stripTrailingZeros();
    return (dollars.scale() < 2 ? dollars.setScale(2) : dollars).toPlainString();
  }

  static String period(Window window) {
    if (window instanceof Window.Sliding sliding) {
      Duration length = sliding.length();
      if (length.toMillis() % 86_400_000 == 0) {
        return length.toDays() + " d";
      }
      return length.toMillis() % 60_000 == 0
          ? length.toMinutes() + " min"
          : length.toMillis() / 1000.0 + " s";
    }
    return window.wireName();
  }

  private static String seconds(Duration wait) {
    return (wait.toMillis() + 999) / 1000 + "s";
  }
}
