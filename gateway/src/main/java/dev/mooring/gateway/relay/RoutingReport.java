package dev.mooring.gateway.relay;

import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.translate.model.AnswerWarning;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an answer tells of its way: the value of {@code provider_metadata} (contract, section 6).
 * Names providers, never credentials.
 */
final class RoutingReport {
  private final String originalModel;
  private final String generationId;
  private final @Nullable Session session;
  private final RoutingTrail trail;
  private final InstantSource clock;
  private final List<ModelAttempt> models = new ArrayList<>(1);
  private final List<AnswerWarning> warnings = new ArrayList<>(0);
  private @Nullable PlanCandidate served;
  private boolean answering;

  /**
   * @param originalModel the model as it was asked for
   * @param generationId {@code gen_…}
   * @param session the request's session; null where it has none
   * @param trail gets the lines of affinity and of the attempts
   */
  RoutingReport(
      String originalModel,
      String generationId,
      @Nullable Session session,
      RoutingTrail trail,
      InstantSource clock) {
    this.originalModel = originalModel;
    this.generationId = generationId;
    this.session = session;
    this.trail = trail;
    this.clock = clock;
  }

  private static final class ModelAttempt {
    final ModelPlan plan;
    final Promotion<PlanCandidate> promotion;
    final List<ProviderAttempt> attempts = new ArrayList<>(1);

    ModelAttempt(ModelPlan plan, Promotion<PlanCandidate> promotion) {
      this.plan = plan;
      this.promotion = promotion;
    }
  }

  private static final class ProviderAttempt {
    final PlanCandidate candidate;
    final long start;
    long end;
    int status;
    boolean success;
    boolean timedOut;
    @Nullable Duration limit;
    @Nullable String error;
    @Nullable String step;
    @Nullable FailureClass kind;

    ProviderAttempt(PlanCandidate candidate, long start) {
      this.candidate = candidate;
      this.start = start;
    }
  }

  /** Something that the caller asked for was not done, or was done otherwise; told once. */
  void warn(String type, String feature, String details) {
    AnswerWarning warning = new AnswerWarning(type, feature, details);
    if (!warnings.contains(warning)) {
      warnings.add(warning);
    }
  }

  /** What was warned of so far. */
  List<AnswerWarning> warnings() {
    return List.copyOf(warnings);
  }

  /** A model's turn begins. */
  void model(ModelPlan plan, Promotion<PlanCandidate> promotion) {
    models.add(new ModelAttempt(plan, promotion));
    trail.model(plan.model().id());
    trail.add("affinity", () -> affinityLine(plan, promotion));
  }

  /** An attempt of the current model begins. */
  void attempt(PlanCandidate candidate) {
    current().attempts.add(new ProviderAttempt(candidate, clock.millis()));
  }

  /** The current model's answer begins to reach the caller, whatever becomes of it. */
  void answering() {
    answering = true;
  }

  /** The current attempt was accepted. */
  void succeeded(int status) {
    ProviderAttempt attempt = currentAttempt();
    attempt.success = true;
    attempt.status = status;
    attempt.end = clock.millis();
    served = attempt.candidate;
    trail.add("attempt", () -> attempt.candidate + " accepted with " + status);
  }

  /** The current attempt failed. */
  void failed(Failure failure) {
    ProviderAttempt attempt = currentAttempt();
    attempt.success = false;
    attempt.status = failure.status();
    attempt.timedOut = failure.timedOut();
    attempt.limit = failure.limit();
    attempt.error = failure.label();
    attempt.step = failure.step();
    attempt.kind = failure.kind();
    attempt.end = clock.millis();
    String step = failure.step();
    trail.add("attempt", () -> attempt.candidate + " failed: " + step);
  }

  /** The current attempt, which had been accepted, failed after all. */
  void broke(Failure failure) {
    ProviderAttempt attempt = currentAttempt();
    attempt.success = false;
    attempt.error = failure.label();
    attempt.step = failure.step();
    attempt.end = clock.millis();
    String step = failure.step();
    trail.add("attempt", () -> attempt.candidate + " broke: " + step);
  }

  /**
   * The promotion that speaks for the request: of the model whose answer the caller gets, on an
   * error of the first.
   */
  @Nullable Promotion<PlanCandidate> promotion() {
    if (models.isEmpty()) {
      return null;
    }
    return speaking().promotion;
  }

  /** Who has accepted the request; null where nobody did. */
  @Nullable PlanCandidate served() {
    return served;
  }

  /**
   * What was wrong with the last attempt, without a provider's words; null where nothing was, or
   * there was none.
   */
  @Nullable String lastError() {
    return models.isEmpty() || current().attempts.isEmpty() ? null : currentAttempt().step;
  }

  /** The provider that serves, or that was tried last; null before the first attempt. */
  @Nullable String provider() {
    if (models.isEmpty() || current().attempts.isEmpty()) {
      return null;
    }
    return currentAttempt().candidate.provider();
  }

  /**
   * Why a provider does not serve the current model's turn: the kind of its last failure, the
   * outcome that left it out, or else {@code down}: the pinned credential was passed over.
   */
  String whyNot(String provider) {
    String why = null;
    for (ProviderAttempt attempt : current().attempts) {
      if (attempt.kind != null && attempt.candidate.provider().equals(provider)) {
        why = attempt.kind.label();
      }
    }
    if (why != null) {
      return why;
    }
    return current().promotion.outcome() == Outcome.SKIPPED_NOT_IN_PLAN ? "not_in_plan" : "down";
  }

  /** The plan of the model that was tried last. */
  ModelPlan plan() {
    return current().plan;
  }

  /** The gateway's id of the model that was tried last. */
  String model() {
    return current().plan.model().id();
  }

  /** Whether that model's targets were drawn by weight. */
  boolean weighted() {
    return current().plan.weighted();
  }

  /** Whether they were those of a rule. */
  boolean ruled() {
    return current().plan.rule() != null;
  }

  /** The candidates of all attempts, in order. */
  List<PlanCandidate> tried() {
    List<PlanCandidate> tried = new ArrayList<>(1);
    for (ModelAttempt model : models) {
      for (ProviderAttempt attempt : model.attempts) {
        tried.add(attempt.candidate);
      }
    }
    return tried;
  }

  /**
   * The metadata as JSON.
   *
   * @param usage what the answer used; the cost is told where it and the prices are known
   */
  byte[] json(@Nullable Usage usage) {
    JsonText json = new JsonText().object().object("gateway");
    if (!models.isEmpty()) {
      writeRouting(json);
    }
    String cost = cost(usage);
    if (cost != null) {
      json.put("cost", cost);
    }
    json.put("generationId", generationId).array("warnings");
    for (AnswerWarning warning : warnings) {
      json.object()
          .put("type", warning.type())
          .put("feature", warning.feature())
          .put("details", warning.details())
          .endObject();
    }
    return json.endArray().endObject().endObject().bytes();
  }

  /** The metadata of a usage chunk: the cost alone. */
  byte[] costJson(@Nullable Usage usage) {
    String cost = cost(usage);
    String text =
        cost == null
            ? "{\"gateway\":{\"generationId\":\"" + generationId + "\"}}"
            : "{\"gateway\":{\"cost\":\"" + cost + "\",\"generationId\":\"" + generationId + "\"}}";
    return text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  private @Nullable String cost(@Nullable Usage usage) {
    if (usage == null || served == null) {
      return null;
    }
    ModelConfig.Price price = current().plan.price(served);
    return price == null ? null : Cost.of(usage, price);
  }

  private void writeRouting(JsonText json) {
    ModelAttempt speaking = speaking();
    List<PlanCandidate> plan = speaking.promotion.plan();
    String first = plan.get(0).provider();
    json.object("routing");
    json.put("originalModelId", originalModel);
    json.put("canonicalSlug", speaking.plan.model().id());
    json.put("resolvedProvider", first);
    if (served != null) {
      json.put("finalProvider", served.provider());
    }
    json.array("fallbacksAvailable");
    for (String provider : providers(plan)) {
      if (!provider.equals(first)) {
        json.add(provider);
      }
    }
    json.endArray();
    json.put(
        "planningReasoning", PlanningReasoning.of(trail.told(speaking.plan.model().id()), plan));
    if (speaking.plan.sorting() != null) {
      SortReport.write(json, speaking.plan.sorting(), speaking.plan.candidates());
    }
    if (session != null) {
      json.put("clientSessionId", session.id());
      json.put("clientSessionIdSource", session.source().kind().wireName());
      writeAffinity(json, speaking.promotion);
    }
    json.array("modelAttempts");
    for (ModelAttempt model : models) {
      writeModel(json, model);
    }
    json.endArray();
    json.endObject();
  }

  private static String affinityLine(ModelPlan plan, Promotion<PlanCandidate> promotion) {
    PlanCandidate first = promotion.plan().get(0);
    PlanCandidate proposed = plan.candidates().get(0);
    if (promotion.outcome() == Outcome.CONFIRMED || promotion.outcome() == Outcome.PROMOTED) {
      return promotion.outcome().wireName()
          + ": session stays on "
          + target(first)
          + "; routing proposed "
          + target(proposed)
          + ": "
          + promotion.plan();
    }
    String pinned = promotion.pinnedProvider() == null ? "" : " of " + promotion.pinnedProvider();
    String displaced =
        promotion.displacedProvider() == null ? "" : " over " + promotion.displacedProvider();
    return promotion.outcome().wireName() + pinned + displaced + ": " + promotion.plan();
  }

  private static String target(PlanCandidate candidate) {
    return candidate.provider() + "/" + candidate.upstreamModel();
  }

  private static void writeAffinity(JsonText json, Promotion<PlanCandidate> promotion) {
    json.object("affinity");
    json.put("outcome", promotion.outcome().wireName());
    if (promotion.pinnedProvider() != null) {
      json.put("pinnedProvider", promotion.pinnedProvider());
    }
    if (promotion.displacedProvider() != null) {
      json.put("displacedProvider", promotion.displacedProvider());
    }
    json.endObject();
  }

  private void writeModel(JsonText json, ModelAttempt model) {
    boolean success = false;
    json.object();
    json.put("canonicalSlug", model.plan.model().id());
    json.array("providerAttempts");
    for (ProviderAttempt attempt : model.attempts) {
      success = attempt.success;
      json.object();
      json.put("provider", attempt.candidate.provider());
      json.put("credentialType", attempt.candidate.byok() ? "byok" : "system");
      json.put("success", attempt.success);
      if (attempt.status != 0) {
        json.put("statusCode", attempt.status);
      }
      json.put("startTime", attempt.start);
      json.put("endTime", attempt.success ? clock.millis() : attempt.end);
      if (attempt.error != null) {
        json.put("error", attempt.error);
      }
      if (attempt.timedOut) {
        json.put("providerTimeout", true);
      }
      if (attempt.limit != null) {
        json.put("configuredTimeoutMs", attempt.limit.toMillis());
      }
      json.endObject();
    }
    json.endArray();
    json.put("success", success);
    json.endObject();
  }

  /** The providers of candidates, each once, in their order. */
  static List<String> providers(List<PlanCandidate> plan) {
    List<String> providers = new ArrayList<>(plan.size());
    for (PlanCandidate candidate : plan) {
      if (!providers.contains(candidate.provider())) {
        providers.add(candidate.provider());
      }
    }
    return providers;
  }

  private ModelAttempt speaking() {
    return served == null && !answering ? models.get(0) : current();
  }

  private ModelAttempt current() {
    return models.get(models.size() - 1);
  }

  private ProviderAttempt currentAttempt() {
    List<ProviderAttempt> attempts = current().attempts;
    return attempts.get(attempts.size() - 1);
  }
}
