package dev.mooring.gateway.routing;

import java.util.concurrent.ConcurrentHashMap;

/** How many requests this node has with each provider and credential at the moment. */
public final class InFlight {
  private final ConcurrentHashMap<String, Long> byProvider = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Account, Long> byCredential = new ConcurrentHashMap<>();

  private record Account(String provider, String credential) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Account account
          && credential.equals(account.credential)
          && provider.equals(account.provider);
    }

    @Override
    public int hashCode() {
      return 31 * provider.hashCode() + credential.hashCode();
    }
  }

  /** Counts a request in; the caller counts it out once with {@link #leave}. */
  public void enter(String provider, String credential) {
    byProvider.merge(provider, 1L, Long::sum);
    byCredential.merge(new Account(provider, credential), 1L, Long::sum);
  }

  /** Counts a request out. */
  public void leave(String provider, String credential) {
    less(byProvider, provider);
    less(byCredential, new Account(provider, credential));
  }

  /** Requests with a provider, over all its credentials. */
  public long withProvider(String provider) {
    return byProvider.getOrDefault(provider, 0L);
  }

  /** Requests with one credential of a provider. */
  public long withCredential(String provider, String credential) {
    return byCredential.getOrDefault(new Account(provider, credential), 0L);
  }

  /** How many providers and credentials have requests. */
  int size() {
    return byProvider.size() + byCredential.size();
  }

  /** One less; what has none is not kept. */
  private static <K> void less(ConcurrentHashMap<K, Long> counts, K name) {
    counts.computeIfPresent(name, (unused, count) -> count > 1 ? count - 1 : null);
  }
}
