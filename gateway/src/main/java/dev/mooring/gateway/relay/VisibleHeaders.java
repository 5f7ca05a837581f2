package dev.mooring.gateway.relay;

import dev.mooring.gateway.config.CredentialHeader;
import dev.mooring.gateway.routing.rules.RequestHeaders;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers of a request that rules may see: all but those that hold credentials. */
final class VisibleHeaders implements RequestHeaders {
  private final Inbound inbound;

  VisibleHeaders(Inbound inbound) {
    this.inbound = inbound;
  }

  @Override
  public @Nullable String first(String name) {
    return CredentialHeader.is(name) ? null : inbound.header(name);
  }

  @Override
  public Map<String, String> all() {
    Map<String, String> visible = new HashMap<>();
    for (String name : inbound.headers().names()) {
      String lower = name.toLowerCase(Locale.ROOT);
      String value = first(lower);
      if (value != null) {
        visible.put(lower, value);
      }
    }
    return visible;
  }
}
