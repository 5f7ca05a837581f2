package dev.mooring.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A way to a server that a test can cut: what is sent then is taken and never arrives. A connection
 * that was cut stays so; new ones work again once the way is healed.
 */
public final class Relay implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<AtomicBoolean> silenced = new CopyOnWriteArrayList<>();
  private final int target;
  private volatile boolean cut;

  /** A way to a port of this machine. */
  public Relay(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  /** The port to connect to. */
  public int port() {
    return server.getLocalPort();
  }

  /** How many connections were made, working or not. */
  public int connections() {
    return silenced.size();
  }

  /** Silences every connection, and those to come. */
  public void cut() {
    cut = true;
    silenced.forEach(each -> each.set(true));
  }

  /** Lets new connections through. */
  public void heal() {
    cut = false;
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
      AtomicBoolean silent = new AtomicBoolean(cut);
      sockets.addAll(List.of(near, far));
      silenced.add(silent);
      start(() -> pump(near, far, silent));
      start(() -> pump(far, near, silent));
    }
  }

  private static void pump(Socket from, Socket to, AtomicBoolean silent) throws IOException {
    byte[] buffer = new byte[8_192];
    InputStream in = from.getInputStream();
    OutputStream out = to.getOutputStream();
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      if (!silent.get()) {
        out.write(buffer, 0, count);
      }
    }
    from.close();
    to.close();
  }

  private static void start(Piece piece) {
    Thread thread =
        new Thread(
            () -> {
              try {
                piece.run();
              } catch (IOException e) {
                Thread.currentThread().interrupt();
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  /** What a thread of the relay does until a socket is closed. */
  private interface Piece {
    void run() throws IOException;
  }
}
