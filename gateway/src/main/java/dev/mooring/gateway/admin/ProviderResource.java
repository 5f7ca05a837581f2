package dev.mooring.gateway.admin;

import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.relay.Node;
import dev.mooring.gateway.routing.Health;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Providers and credentials with their health: {@code /admin/v1/providers}. */
final class ProviderResource {
  private final NodeView view;
  private final Node node;

  ProviderResource(NodeView view, Node node) {
    this.view = view;
    this.node = node;
  }

  private record ProvidersView(List<ProviderView> providers) {}

  /** {@code Provider} of the admin API. */
  record ProviderView(
      String id,
      String type,
      String baseUrl,
      List<String> apis,
      String state,
      boolean draining,
      long inFlight,
      List<CredentialView> credentials) {}

  /** {@code Credential} of the admin API. */
  record CredentialView(
      String id,
      double weight,
      String cacheScope,
      String state,
      boolean draining,
      long inFlight,
      List<HealthView> models) {}

  /** {@code Health} of the admin API. */
  record HealthView(String model, String state, @Nullable String cause, @Nullable String until) {}

  void mount(Router router) {
    router.get("/admin/v1/providers").handler(at -> Answers.send(at.response(), all()));
  }

  private ProvidersView all() {
    return new ProvidersView(
        view.config().providers().values().stream().map(this::provider).toList());
  }

  private ProviderView provider(ProviderConfig provider) {
    Set<String> models = new TreeSet<>();
    for (ModelConfig model : view.config().models().values()) {
      for (TargetConfig target : model.targets()) {
        if (target.provider().equals(provider.id())) {
          models.add(target.model());
        }
      }
    }
    List<CredentialView> credentials = new ArrayList<>();
    for (CredentialConfig credential : provider.credentials()) {
      credentials.add(credential(provider, credential, models));
    }
    return new ProviderView(
        provider.id(),
        provider.type().configName(),
        provider.baseUrl(),
        provider.apis().stream().map(api -> api.configName()).sorted().toList(),
        best(credentials.stream().map(CredentialView::state).toList()),
        false,
        node.inFlight().withProvider(provider.id()),
        credentials);
  }

  private CredentialView credential(
      ProviderConfig provider, CredentialConfig credential, Set<String> models) {
    List<HealthView> health =
        models.stream()
            .map(model -> health(new Health.Subject(provider.id(), credential.id(), model)))
            .toList();
    return new CredentialView(
        credential.id(),
        credential.weight(),
        credential.cacheScope(),
        best(health.stream().map(HealthView::state).toList()),
        false,
        node.inFlight().withCredential(provider.id(), credential.id()),
        health);
  }

  private HealthView health(Health.Subject subject) {
    Health.CoolDown down = node.health().coolDown(subject);
    return down == null
        ? new HealthView(subject.upstreamModel(), "healthy", null, null)
        : new HealthView(
            subject.upstreamModel(),
            "down",
            down.cause().name().toLowerCase(Locale.ROOT),
            down.until().toString());
  }

  /** The best of several states: what is well for one model still serves. */
  private static String best(List<String> states) {
    if (states.isEmpty() || states.contains("healthy")) {
      return "healthy";
    }
    return states.contains("degraded") ? "degraded" : "down";
  }
}
