package dev.mooring.gateway.admin;

import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.relay.Node;
import dev.mooring.gateway.routing.Health;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
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
    String provider = "/admin/v1/providers/:provider";
    String credential = provider + "/credentials/:credential";
    for (String path : List.of(provider, credential)) {
      router.post(path + "/drain").handler(at -> act(at, Action.DRAIN));
      router.post(path + "/undrain").handler(at -> act(at, Action.UNDRAIN));
      router.post(path + "/reset").handler(at -> act(at, Action.RESET));
    }
  }

  private enum Action {
    DRAIN,
    UNDRAIN,
    RESET
  }

  private void act(RoutingContext at, Action action) {
    ProviderConfig provider = view.config().providers().get(at.pathParam("provider"));
    String name = at.pathParam("credential");
    CredentialConfig credential =
        provider == null || name == null
            ? null
            : view.catalog().get().credential(provider.id(), name);
    if (provider == null) {
      Answers.refuse(at.response(), 404, "there is no such provider", "provider");
    } else if (name != null && credential == null) {
      Answers.refuse(at.response(), 404, "the provider has no such credential", "credential");
    } else if (action == Action.UNDRAIN && configured(provider, credential)) {
      Answers.refuse(
          at.response(), 409, "it drains by the configuration: take draining: true out there");
    } else {
      carryOut(action, provider, credential);
      Answers.send(at.response(), provider(provider));
    }
  }

  private static boolean configured(
      ProviderConfig provider, @Nullable CredentialConfig credential) {
    return provider.draining() || (credential != null && credential.draining());
  }

  private void carryOut(
      Action action, ProviderConfig provider, @Nullable CredentialConfig credential) {
    if (action == Action.RESET) {
      List<CredentialConfig> all =
          credential == null ? provider.credentials() : List.of(credential);
      for (CredentialConfig each : all) {
        for (String model : upstreamModels(provider)) {
          node.health().reset(new Health.Subject(provider.id(), each.id(), model));
        }
      }
    } else if (credential == null) {
      node.health().drains().set(provider.id(), action == Action.DRAIN);
    } else {
      node.health().drains().set(provider.id(), credential.id(), action == Action.DRAIN);
    }
  }

  private ProvidersView all() {
    return new ProvidersView(
        view.config().providers().values().stream().map(this::provider).toList());
  }

  private Set<String> upstreamModels(ProviderConfig provider) {
    Set<String> models = new TreeSet<>();
    for (ModelConfig model : view.config().models().values()) {
      for (TargetConfig target : model.targets()) {
        if (target.provider().equals(provider.id())) {
          models.add(target.model());
        }
      }
    }
    return models;
  }

  private ProviderView provider(ProviderConfig provider) {
    Set<String> models = upstreamModels(provider);
    List<CredentialView> credentials = new ArrayList<>();
    for (CredentialConfig credential : provider.credentials()) {
      credentials.add(credential(provider, credential, models));
    }
    return new ProviderView(
        provider.id(),
        provider.type().configName(),
        provider.baseUrl(),
        provider.dialects().stream().map(dialect -> dialect.configName()).sorted().toList(),
        best(credentials.stream().map(CredentialView::state).toList()),
        provider.draining() || node.health().drains().has(provider.id()),
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
        configured(provider, credential)
            || node.health().drains().has(provider.id(), credential.id()),
        node.inFlight().withCredential(provider.id(), credential.id()),
        health);
  }

  private HealthView health(Health.Subject subject) {
    Health.CoolDown down = node.health().shown(subject);
    if (down != null) {
      return new HealthView(
          subject.upstreamModel(),
          "down",
          down.cause().name().toLowerCase(Locale.ROOT),
          down.until().toString());
    }
    String state = node.health().degraded(subject) ? "degraded" : "healthy";
    return new HealthView(subject.upstreamModel(), state, null, null);
  }

  /** The best of several states: what is well for one model still serves. */
  private static String best(List<String> states) {
    if (states.isEmpty() || states.contains("healthy")) {
      return "healthy";
    }
    return states.contains("degraded") ? "degraded" : "down";
  }
}
