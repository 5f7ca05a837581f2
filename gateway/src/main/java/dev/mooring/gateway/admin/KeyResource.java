package dev.mooring.gateway.admin;

import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.limits.Standing;
import dev.mooring.gateway.relay.Node;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Client keys and teams, with what they have used of their limits: {@code /admin/v1/keys}. */
final class KeyResource {
  private static final String BUDGET = "budget";

  /** A budget is counted in billionths of a US dollar. */
  private static final int NANO = 9;

  private final NodeView view;
  private final Node node;
  private final Vertx vertx;

  KeyResource(NodeView view, Node node, Vertx vertx) {
    this.view = view;
    this.node = node;
    this.vertx = vertx;
  }

  private record KeysView(List<KeyView> keys) {}

  /** {@code KeyUsage} of the admin API. */
  record KeyView(
      String team,
      @Nullable String key,
      @Nullable Boolean active,
      @Nullable String expires,
      List<LimitView> limits) {}

  /** {@code LimitUse} of the admin API. */
  record LimitView(String unit, String period, BigDecimal limit, BigDecimal used) {}

  void mount(Router router) {
    router.get("/admin/v1/keys").handler(this::list);
  }

  private void list(RoutingContext at) {
    List<Future<KeyView>> keys = new ArrayList<>();
    for (TeamConfig team : view.config().teams()) {
      keys.add(view(team, null));
      for (ClientKeyConfig key : team.keys()) {
        keys.add(view(team, key));
      }
    }
    Future.all(keys)
        .onSuccess(all -> Answers.send(at.response(), new KeysView(all.<KeyView>list())))
        .onFailure(
            failure -> Answers.refuse(at.response(), 503, "the store of limits does not answer"));
  }

  private Future<KeyView> view(TeamConfig team, @Nullable ClientKeyConfig key) {
    return Future.fromCompletionStage(
            Standing.of(node.limits(), team, key), vertx.getOrCreateContext())
        .map(
            standings ->
                new KeyView(
                    team.id(),
                    key == null ? null : key.id(),
                    key == null ? null : key.active(),
                    key == null || key.expires() == null ? null : key.expires().toString(),
                    standings.stream().map(KeyResource::limit).toList()));
  }

  private static LimitView limit(Standing standing) {
    boolean budget = standing.unit().equals(BUDGET);
    int scale = budget ? NANO : 0;
    return new LimitView(
        budget ? "usd" : standing.unit(),
        standing.period(),
        plain(standing.limit(), scale),
        plain(standing.used(), scale));
  }

  private static BigDecimal plain(long amount, int scale) {
    BigDecimal plain = BigDecimal.valueOf(amount, scale).stripTrailingZeros();
    return plain.scale() < 0 ? plain.setScale(0) : plain;
  }
}
