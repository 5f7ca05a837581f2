package dev.mooring.gateway.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What contract section 5 says of every combination of what a session remembers, whose credentials
 * are planned, what the request asks for and how its session was found; as a table of rules, apart
 * from the code.
 *
 * <p>The model has the targets a, b and c, in this order, of one credential each; a fourth, d, is
 * not allowed to the key. A pin names c, or d where it is not in the plan.
 */
final class DecisionTable {
  /** The targets of the system's group as each option leaves and orders them. */
  private static final Map<Option, String> SYSTEM =
      Map.of(
          Option.NONE, "abc",
          Option.ORDER, "bac",
          Option.ONLY, "bc",
          Option.SORT, "cba",
          Option.ZDR, "bc",
          Option.OPT_OUT, "abc");

  /** The same for the caller's own credentials, of b and c; they promise no zero retention. */
  private static final Map<Option, String> OWN =
      Map.of(
          Option.NONE, "bc",
          Option.ORDER, "bc",
          Option.ONLY, "bc",
          Option.SORT, "cb",
          Option.ZDR, "",
          Option.OPT_OUT, "bc");

  private DecisionTable() {}

  /** What the session remembers of the model. */
  enum Remembered {
    NONE,
    EXPIRED,
    FOLLOWED,
    NOT_IN_PLAN,
    DOWN
  }

  /** Whose credentials are planned, and which of them a credential pin names. */
  enum Group {
    /** The system's alone. */
    SYSTEM,
    /** The caller's own before the system's; the pin names one of the caller's. */
    OWN,
    /** The same; the pin names one of the system's. */
    SYSTEM_BEHIND_OWN
  }

  /** What the request asks for, as members of its options. */
  enum Option {
    NONE(""),
    ORDER("\"order\":[\"b\"],"),
    ONLY("\"only\":[\"c\",\"b\"],"),
    SORT("\"sort\":\"cost\","),
    ZDR("\"zeroDataRetention\":true,"),
    OPT_OUT("\"sessionAffinity\":false,");

    final String json;

    Option(String json) {
      this.json = json;
    }
  }

  /** How the session was found; the last two pin the provider alone. */
  enum Source {
    EXPLICIT,
    AGENT,
    LABEL,
    FINGERPRINT;

    boolean pinsCredential() {
      return this == EXPLICIT || this == AGENT;
    }
  }

  /** What is done with the pin when the first candidate of the plan accepts. */
  enum Written {
    NOTHING,
    CLAIM,
    RENEW,
    MOVE
  }

  /**
   * What is to happen.
   *
   * @param order the providers in the order tried, the caller's own in capitals
   * @param pinned the provider that is told as pinned; null for none
   * @param displaced the provider that is told as displaced; null for none
   * @param holder the provider that the written pin names; null where none is written
   */
  record Expected(
      String outcome,
      String order,
      @Nullable String pinned,
      @Nullable String displaced,
      Written written,
      @Nullable String holder) {}

  /** One line of the table, without what is to happen. */
  record Situation(Remembered remembered, Group group, Option option, Source source) {
    /** Whether the session and the request have a pin that may be looked at. */
    boolean pinIsRead() {
      return option != Option.OPT_OUT
          && remembered != Remembered.NONE
          && remembered != Remembered.EXPIRED;
    }

    /** Whether the pin moves the caller's own group. */
    boolean reachesOwn() {
      return !source.pinsCredential() || group == Group.OWN;
    }

    /** Whether the pin moves the system's group. */
    boolean reachesSystem() {
      return !source.pinsCredential() || group != Group.OWN;
    }

    /** What is to happen. */
    Expected expected() {
      String own = downLast(group == Group.SYSTEM ? "" : OWN.getOrDefault(option, ""));
      String system = downLast(SYSTEM.getOrDefault(option, ""));
      String ownAfter = follows() && reachesOwn() ? cFirst(own) : own;
      String systemAfter = follows() && reachesSystem() ? cFirst(system) : system;
      boolean moved = !ownAfter.equals(own) || !systemAfter.equals(system);
      String order = ownAfter.toUpperCase(Locale.ROOT) + systemAfter;
      String displaced = first(own, ownAfter);
      Written written = written(order);
      return new Expected(
          outcome(moved),
          order,
          pinIsRead() ? (remembered == Remembered.NOT_IN_PLAN ? "d" : "c") : null,
          displaced != null ? displaced : first(system, systemAfter),
          written,
          written == Written.NOTHING ? null : order.substring(0, 1).toLowerCase(Locale.ROOT));
    }

    /** The outcomes in the order in which the contract asks for them. */
    private String outcome(boolean moved) {
      if (option == Option.OPT_OUT) {
        return "skipped_mode_off";
      }
      return switch (remembered) {
        case EXPIRED -> "pin_expired";
        case NONE -> "no_pin";
        case NOT_IN_PLAN -> "skipped_not_in_plan";
        case DOWN -> pinIsPlanned() ? "skipped_health_down" : "skipped_not_in_plan";
        case FOLLOWED -> !pinIsPlanned() ? "skipped_not_in_plan" : moved ? "promoted" : "confirmed";
      };
    }

    private boolean follows() {
      return option != Option.OPT_OUT && remembered == Remembered.FOLLOWED && pinIsPlanned();
    }

    /** An own credential that a pin names is left out where zero retention is asked for. */
    private boolean pinIsPlanned() {
      return remembered != Remembered.NOT_IN_PLAN
          && !(source.pinsCredential() && group == Group.OWN && option == Option.ZDR);
    }

    /** Claimed where nothing was read; else renewed for the holder, and moved to any other. */
    private Written written(String order) {
      if (option == Option.OPT_OUT) {
        return Written.NOTHING;
      }
      if (!pinIsRead()) {
        return Written.CLAIM;
      }
      boolean servedByPin =
          follows()
              && (source.pinsCredential()
                  ? order.charAt(0) == (group == Group.OWN ? 'C' : 'c')
                  : Character.toLowerCase(order.charAt(0)) == 'c');
      return servedByPin ? Written.RENEW : Written.MOVE;
    }

    private String downLast(String providers) {
      return remembered == Remembered.DOWN && providers.contains("c")
          ? providers.replace("c", "") + "c"
          : providers;
    }

    private static String cFirst(String providers) {
      return providers.contains("c") ? "c" + providers.replace("c", "") : providers;
    }

    /** Who came first before, where somebody else does after. */
    private static @Nullable String first(String before, String after) {
      return before.isEmpty() || before.charAt(0) == after.charAt(0)
          ? null
          : before.substring(0, 1);
    }
  }

  /** Every combination. */
  static List<Situation> situations() {
    List<Situation> all = new ArrayList<>();
    for (Remembered remembered : Remembered.values()) {
      for (Group group : Group.values()) {
        for (Option option : Option.values()) {
          for (Source source : Source.values()) {
            all.add(new Situation(remembered, group, option, source));
          }
        }
      }
    }
    return all;
  }
}
