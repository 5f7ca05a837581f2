package dev.mooring.gateway.admin;

import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.record.TurnFeed;
import dev.mooring.gateway.relay.Node;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.store.StoreStatus;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A running node as management sees it.
 *
 * @param catalog the configuration in force
 * @param nodes opens the node as an event loop sees it; it may block, and is called from a thread
 *     that may
 * @param store how the store is now
 * @param started when the node began
 */
public record NodeView(
    Supplier<Catalog> catalog,
    Function<EventLoop, Future<Node>> nodes,
    Readiness readiness,
    Supplier<StoreStatus> store,
    TurnFeed feed,
    Instant started) {

  /** The configuration in force. */
  GatewayConfig config() {
    return catalog.get().config();
  }
}
