package dev.mooring.gateway.routing.rules;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request's headers as rules see them: none that holds a credential. */
public interface RequestHeaders {
  /** No headers. */
  RequestHeaders NONE =
      new RequestHeaders() {
        @Override
        public @Nullable String first(String name) {
          return null;
        }

        @Override
        public Map<String, String> all() {
          return Map.of();
        }
      };

  /** A header's first value; null where it is absent, blank or hidden. */
  @Nullable String first(String name);

  /** All of them, by their names in lower case. */
  Map<String, String> all();
}
