package dev.mooring.gateway.routing;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many requests this node has with each provider and credential at the moment. */
public final class InFlight {
  private final ConcurrentHashMap<String, LongAdder> byProvider = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, LongAdder> byCredential = new ConcurrentHashMap<>();

  /** Counts a request in; the caller counts it out once with {@link #leave}. */
  public void enter(String provider, String credential) {
    adder(byProvider, provider).increment();
    adder(byCredential, name(provider, credential)).increment();
  }

  /** Counts a request out. */
  public void leave(String provider, String credential) {
    adder(byProvider, provider).decrement();
    adder(byCredential, name(provider, credential)).decrement();
  }

  /** Requests with a provider, over all its credentials. */
  public long withProvider(String provider) {
    LongAdder adder = byProvider.get(provider);
    return adder == null ? 0 : adder.sum();
  }

  /** Requests with one credential of a provider. */
  public long withCredential(String provider, String credential) {
    LongAdder adder = byCredential.get(name(provider, credential));
    return adder == null ? 0 : adder.sum();
  }

  private static LongAdder adder(ConcurrentHashMap<String, LongAdder> adders, String name) {
    return adders.computeIfAbsent(name, unused -> new LongAdder());
  }

  private static String name(String provider, String credential) {
    return provider + '\n' + credential;
  }
}
