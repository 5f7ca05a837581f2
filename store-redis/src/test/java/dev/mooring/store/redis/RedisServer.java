package dev.mooring.store.redis;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Redis for the tests of one class, in one of its deployments, with stores on it.
 *
 * <p>A standalone server is the one that {@code REDIS_URL} names, if it is set and the test does
 * not stop it; every other server is started here, from the path or from a test dependency, on
 * loopback, and ended here. A server that cannot be started fails the tests.
 */
public final class RedisServer implements BeforeAllCallback, AfterAllCallback, AfterEachCallback {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** The user and password of docs/redis.md, as an address has them. */
  private static final String USER = "mooring:secret@";

  /** How servers are put together. */
  public enum Deployment {
    /** One server, which the test does not stop. */
    SHARED,
    /** One server of the test's own. */
    OWN,
    /** One of the test's own, reached by a Unix socket, with an ACL user. */
    SOCKET,
    /** One of the test's own with TLS, which asks for a client certificate, and an ACL user. */
    TLS,
    /** A primary and a replica under three Sentinels. */
    SENTINEL,
    /** A cluster of three primaries. */
    CLUSTER
  }

  private final Deployment deployment;
  private final List<RedisProcess> processes = new ArrayList<>();
  private final List<RedisStore> stores = new ArrayList<>();
  private @Nullable EventLoopGroup loops;
  private @Nullable RedisSettings settings;

  /** Servers put together in this way. */
  public RedisServer(Deployment deployment) {
    this.deployment = deployment;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    loops = newLoops();
    settings =
        switch (deployment) {
          case SHARED -> shared();
          case OWN -> RedisSettings.of(started().uri());
          case SOCKET -> socket();
          case TLS -> tls();
          case SENTINEL -> sentinel();
          case CLUSTER -> cluster();
        };
    settings =
        settings.withKeyPrefix("test" + System.nanoTime() + ":").withTimeout(Duration.ofSeconds(1));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    stores.forEach(RedisStore::close);
    stores.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (loops != null) {
      loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }
    processes.forEach(RedisProcess::close);
  }

  /** The settings of the deployment, with a prefix of this class's own and a patient timeout. */
  public RedisSettings settings() {
    if (settings == null) {
      throw new IllegalStateException("not started");
    }
    return settings;
  }

  /** The event loops of the tests. */
  public EventLoopGroup loops() {
    if (loops == null) {
      throw new IllegalStateException("not started");
    }
    return loops;
  }

  /** A server that this started, by its number. */
  public RedisProcess process(int number) {
    return processes.get(number);
  }

  /** How many servers this started. */
  public int processes() {
    return processes.size();
  }

  /** A store that is connected; closed after the test. */
  public RedisStore store() {
    return store(settings());
  }

  /** A store with settings of the test's own that is connected; closed after the test. */
  public RedisStore store(RedisSettings wanted) {
    RedisStore store = unconnected(wanted);
    store.answered().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    return store;
  }

  /** A store that may have nobody to connect to yet; closed after the test. */
  public RedisStore unconnected(RedisSettings wanted) {
    RedisStore store = RedisStore.open(wanted, loops(), InstantSource.system());
    stores.add(store);
    return store;
  }

  /** A plain client's commands on a standalone server, as the user that may do anything. */
  public Commands commands() {
    return commands(settings().uris().get(0).replace(USER, ""), settings().tls());
  }

  /** A plain client's commands on a server. */
  public static Commands commands(String uri) {
    return commands(uri, RedisTls.DEFAULT);
  }

  private static Commands commands(String uri, RedisTls security) {
    RedisClient client = RedisClient.create(RedisURI.create(uri));
    client.setOptions(ClientOptions.builder().sslOptions(security.options()).build());
    StatefulRedisConnection<String, String> connection = client.connect();
    return new Commands(client, connection.sync());
  }

  /** A plain client, closed with its connection. */
  public record Commands(RedisClient client, RedisCommands<String, String> redis)
      implements AutoCloseable {
    @Override
    public void close() {
      client.shutdown(0, 2, TimeUnit.SECONDS);
    }
  }

  private static EventLoopGroup newLoops() {
    return new MultiThreadIoEventLoopGroup(
        2, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  private RedisProcess started(String... arguments) {
    RedisProcess process = RedisProcess.start(arguments);
    processes.add(process);
    return process;
  }

  private RedisSettings shared() {
    String url = System.getenv("REDIS_URL");
    return RedisSettings.of(url == null || url.isBlank() ? started().uri() : url);
  }

  private RedisSettings socket() {
    RedisProcess process = started("--unixsocket", "redis.sock");
    try (Commands admin = commands(process.uri())) {
      admin
          .redis()
          .aclSetuser(
              "mooring",
              AclSetuserArgs.Builder.on()
                  .addPassword("s3cret")
                  .keyPattern("test*")
                  .resetChannels()
                  .noCommands()
                  .addCommand(CommandType.MGET)
                  .addCommand(CommandType.EVALSHA)
                  .addCommand(CommandType.EVAL)
                  .addCommand(CommandType.GET)
                  .addCommand(CommandType.SET)
                  .addCommand(CommandType.DEL)
                  .addCommand(CommandType.UNLINK)
                  .addCommand(CommandType.PTTL)
                  .addCommand(CommandType.PEXPIRE)
                  .addCommand(CommandType.TIME)
                  .addCommand(CommandType.HGET)
                  .addCommand(CommandType.HSET)
                  .addCommand(CommandType.HGETALL)
                  .addCommand(CommandType.HDEL)
                  .addCommand(CommandType.HINCRBY)
                  .addCommand(CommandType.ZADD)
                  .addCommand(CommandType.ZREM)
                  .addCommand(CommandType.ZRANGEBYSCORE)
                  .addCommand(CommandType.HELLO)
                  .addCommand(CommandType.AUTH)
                  .addCommand(CommandType.PING)
                  .addCommand(CommandType.CLIENT));
    }
    return RedisSettings.of(
        "redis-socket://mooring:s3cret@" + process.folder().resolve("redis.sock"));
  }

  /** The user's rights are those that docs/redis.md names, word by word. */
  private RedisSettings tls() {
    Path folder = Certificates.folder();
    Certificates server = Certificates.create(folder, "server", "localhost");
    Certificates client = Certificates.create(folder, "client", "mooring");
    int port = RedisProcess.freePort();
    processes.add(
        RedisProcess.startOrSkip(
            port,
            List.of(
                "--port",
                "0",
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                server.certificate().toString(),
                "--tls-key-file",
                server.key().toString(),
                "--tls-ca-cert-file",
                client.certificate().toString())));
    String address = "localhost:" + port;
    RedisTls security =
        new RedisTls(
            RedisTls.Verify.FULL, server.certificate(), client.certificate(), client.key());
    try (Commands admin = commands("rediss://" + address, security)) {
      CommandArgs<String, String> rights = new CommandArgs<>(StringCodec.UTF8);
      for (String word : documentedRights().replace("~mooring:*", "~test*").split(" ", -1)) {
        rights.add(word);
      }
      admin.redis().dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), rights);
    }
    return RedisSettings.of("rediss://" + USER + address).withTls(security);
  }

  /** The words of the documented {@code ACL SETUSER}, from {@code SETUSER} on. */
  static String documentedRights() {
    try {
      return Files.readAllLines(Path.of("..", "docs", "redis.md")).stream()
          .filter(line -> line.startsWith("ACL SETUSER "))
          .findFirst()
          .orElseThrow()
          .substring("ACL ".length());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RedisSettings sentinel() {
    RedisProcess primary = started();
    started("--replicaof", "127.0.0.1", Integer.toString(primary.port()));
    try (Commands admin = commands(primary.uri())) {
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> admin.redis().info("replication").contains("state=online"));
    }
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      RedisProcess sentinel = RedisProcess.startSentinel(primary.port());
      processes.add(sentinel);
      addresses.add("127.0.0.1:" + sentinel.port());
    }
    return RedisSettings.of("redis-sentinel://" + String.join(",", addresses) + "#main");
  }

  private RedisSettings cluster() {
    List<RedisProcess> nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(started("--cluster-enabled", "yes", "--cluster-node-timeout", "2000"));
    }
    for (int i = 0; i < 3; i++) {
      try (Commands admin = commands(nodes.get(i).uri())) {
        int first = 16_384 * i / 3;
        int end = 16_384 * (i + 1) / 3;
        int[] slots = IntStream.range(first, end).toArray();
        admin.redis().clusterSetConfigEpoch(i + 1L);
        admin.redis().clusterAddSlots(slots);
        admin.redis().clusterMeet("127.0.0.1", nodes.get(0).port());
      }
    }
    for (RedisProcess node : nodes) {
      try (Commands admin = commands(node.uri())) {
        Awaitility.await()
            .atMost(PATIENCE)
            .until(
                () ->
                    admin.redis().clusterInfo().contains("cluster_state:ok")
                        && admin.redis().clusterInfo().contains("cluster_known_nodes:3"));
      }
    }
    return RedisSettings.ofCluster(nodes.stream().map(RedisProcess::uri).toList());
  }
}
