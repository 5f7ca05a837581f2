package dev.mooring.gateway.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * The signals of the operating system. Java's only way to them that leaves the exit code to the
 * program is {@code sun.misc.Signal} (module {@code jdk.unsupported}), reached by reflection since
 * the compiler's warning about it cannot be suppressed.
 */
final class Signals {
  private static final String SIGNAL = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";

  private Signals() {}

  /** Runs an action, on a thread of its own, whenever a signal comes. */
  static void on(String name, Runnable action) {
    try {
      Class<?> handler = Class.forName(HANDLER);
      handle(
          name,
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> answer(proxy, method, action)));
    } catch (ReflectiveOperationException absent) {
      throw new IllegalStateException("no " + SIGNAL, absent);
    }
  }

  /** Runs an action the first time a signal comes; the next has its usual effect. */
  static void onceThenDefault(String name, Runnable action) {
    on(
        name,
        () -> {
          restore(name);
          action.run();
        });
  }

  /** Gives a signal its usual effect. */
  static void restore(String name) {
    try {
      Class<?> handler = Class.forName(HANDLER);
      handle(name, handler.getField("SIG_DFL").get(null));
    } catch (ReflectiveOperationException absent) {
      throw new IllegalStateException("no " + SIGNAL, absent);
    }
  }

  /** Sets the handler of a signal; does nothing where the system has no such signal. */
  private static void handle(String name, Object handler) throws ReflectiveOperationException {
    Class<?> signal = Class.forName(SIGNAL);
    Method handle = signal.getMethod("handle", signal, Class.forName(HANDLER));
    try {
      handle.invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
    } catch (InvocationTargetException refused) {
      if (!(refused.getCause() instanceof IllegalArgumentException)) {
        throw refused;
      }
    }
  }

  /** Answers a call of the handler's proxy. */
  private static Object answer(Object proxy, Method method, Runnable action) {
    return switch (method.getName()) {
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "signal handler";
      case "equals" -> false;
      default -> {
        action.run();
        yield "";
      }
    };
  }
}
