package dev.mooring.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.resource.ClientResources;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One of the ways in which Redis is deployed, and how a connection to it is opened. */
sealed interface RedisTopology {

  /** An open connection. */
  record Live(
      StatefulConnection<String, String> connection,
      RedisClusterAsyncCommands<String, String> commands) {}

  /** Opens a connection; fails when nobody answers. */
  CompletionStage<Live> connect();

  /** Closes what this holds, connections included. */
  CompletionStage<Void> shutdown();

  /** The topology that the settings name. */
  static RedisTopology of(RedisSettings settings, ClientResources resources) {
    List<RedisURI> uris = settings.uris().stream().map(text -> uri(text, settings.tls())).toList();
    if (settings.cluster()) {
      RedisClusterClient client = RedisClusterClient.create(resources, uris);
      client.setOptions(LettuceOptions.cluster(settings.timeout(), settings.tls()));
      return new Cluster(client);
    }
    RedisClient client = RedisClient.create(resources);
    RedisURI uri = uris.get(0);
    client.setOptions(
        LettuceOptions.client(settings.timeout(), settings.tls(), uri.getSocket() == null));
    return uri.getSentinels().isEmpty() ? new Standalone(client, uri) : new Sentinel(client, uri);
  }

  private static RedisURI uri(String text, RedisTls tls) {
    RedisURI uri = RedisURI.create(text);
    apply(uri, tls);
    uri.getSentinels().forEach(sentinel -> apply(sentinel, tls));
    return uri;
  }

  private static void apply(RedisURI uri, RedisTls tls) {
    uri.setTimeout(LettuceOptions.CONNECT_TIMEOUT);
    if (uri.isSsl()) {
      uri.setVerifyPeer(tls.mode());
    }
  }

  /** One server, by TCP, TLS or a Unix socket. */
  record Standalone(RedisClient client, RedisURI uri) implements RedisTopology {
    @Override
    public CompletionStage<Live> connect() {
      return client
          .connectAsync(StringCodec.UTF8, uri)
          .thenApply(connection -> new Live(connection, connection.async()));
    }

    @Override
    public CompletionStage<Void> shutdown() {
      return client.shutdownAsync();
    }
  }

  /** The primary that Sentinels name; follows their announcements of a fail-over. */
  record Sentinel(RedisClient client, RedisURI uri) implements RedisTopology {
    @Override
    public CompletionStage<Live> connect() {
      return MasterReplica.connectAsync(client, StringCodec.UTF8, uri)
          .thenApply(connection -> new Live(connection, connection.async()));
    }

    @Override
    public CompletionStage<Void> shutdown() {
      return client.shutdownAsync();
    }
  }

  /**
   * A Redis Cluster; each command goes to the primary of its slot.
   *
   * <p>Lettuce opens the connection to a node at the first command to it and, as commands without a
   * connection are refused, refuses that command: so all are opened beforehand.
   */
  record Cluster(RedisClusterClient client) implements RedisTopology {
    @Override
    public CompletionStage<Live> connect() {
      return client
          .refreshPartitionsAsync()
          .thenCompose(refreshed -> client.connectAsync(StringCodec.UTF8))
          .thenCompose(Cluster::open);
    }

    @Override
    public CompletionStage<Void> shutdown() {
      return client.shutdownAsync();
    }

    private static CompletionStage<Live> open(
        StatefulRedisClusterConnection<String, String> connection) {
      CompletableFuture<?>[] nodes =
          connection.getPartitions().stream()
              .filter(node -> !node.hasNoSlots())
              .map(RedisClusterNode::getUri)
              .map(uri -> connection.getConnectionAsync(uri.getHost(), uri.getPort()))
              .toArray(CompletableFuture<?>[]::new);
      return CompletableFuture.allOf(nodes)
          .handle((all, failure) -> new Live(connection, connection.async()));
    }
  }
}
