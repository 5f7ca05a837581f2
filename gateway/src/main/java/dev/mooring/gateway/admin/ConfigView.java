package dev.mooring.gateway.admin;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as it may be shown: its records as maps, every secret masked. A component is a
 * secret by its name, so a new one is masked as soon as it is named like the others; addresses lose
 * what stands before their {@code @}.
 */
final class ConfigView {
  private static final String MASK = "***";
  private static final Set<String> SECRETS =
      Set.of(
          "apikey",
          "token",
          "secret",
          "secrethash",
          "password",
          "headers",
          "clientsecret",
          "secretaccesskey",
          "sessiontoken");

  private ConfigView() {}

  /** A configuration record as a document. */
  static Map<String, Object> of(Record config) {
    Map<String, Object> view = new LinkedHashMap<>();
    for (RecordComponent component : config.getClass().getRecordComponents()) {
      Object value = read(component, config);
      if (value != null) {
        boolean secret = SECRETS.contains(component.getName().toLowerCase(Locale.ROOT));
        view.put(component.getName(), secret ? masked(value) : shown(value));
      }
    }
    return view;
  }

  private static @Nullable Object read(RecordComponent component, Record config) {
    try {
      return component.getAccessor().invoke(config);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a configuration record is public: " + component, e);
    }
  }

  private static Object masked(Object secret) {
    return secret.toString().isEmpty() ? "" : MASK;
  }

  private static Object shown(Object value) {
    if (value instanceof Record nested) {
      return of(nested);
    }
    if (value instanceof Collection<?> many) {
      List<Object> list = new ArrayList<>();
      many.forEach(each -> list.add(shown(each)));
      return list;
    }
    if (value instanceof Map<?, ?> entries) {
      Map<String, Object> map = new LinkedHashMap<>();
      entries.forEach((key, each) -> map.put(key.toString(), shown(each)));
      return map;
    }
    if (value instanceof Duration duration) {
      return duration.toMillis() % 1000 == 0
          ? duration.toSeconds() + "s"
          : duration.toMillis() + "ms";
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value;
    }
    return value instanceof Enum<?> each
        ? each.name().toLowerCase(Locale.ROOT)
        : withoutUser(value.toString());
  }

  private static String withoutUser(String text) {
    int scheme = text.indexOf("://");
    int at = text.lastIndexOf('@');
    return scheme > 0 && at > scheme
        ? text.substring(0, scheme + 3) + MASK + text.substring(at)
        : text;
  }
}
