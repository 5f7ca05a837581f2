package dev.mooring.k8s;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Manifests as Kubernetes' own types. */
public final class Manifests {
  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  private final List<HasMetadata> objects;

  private Manifests(List<HasMetadata> objects) {
    this.objects = List.copyOf(objects);
  }

  /** Reads manifests; a wrong type of a known field is an error. */
  public static Manifests of(List<Map<String, Object>> documents) {
    List<HasMetadata> objects = new ArrayList<>();
    for (Map<String, Object> document : documents) {
      objects.add(SERIALIZATION.unmarshal(SERIALIZATION.asJson(document)));
    }
    return new Manifests(objects);
  }

  /** Reads the documents of a text. */
  public static Manifests of(String yaml) {
    return of(Yaml.documents(yaml));
  }

  /** All objects. */
  public List<HasMetadata> all() {
    return objects;
  }

  /** The objects of a type. */
  public <T> List<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The object of a type and name. */
  public <T extends HasMetadata> T get(Class<T> type, String name) {
    return all(type).stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + type.getSimpleName() + " " + name));
  }

  /** Paths of the fields that Kubernetes' types do not have: misspelt ones. */
  public List<String> unknownFields() {
    List<String> found = new ArrayList<>();
    for (HasMetadata object : objects) {
      if (!(object instanceof GenericKubernetesResource)) {
        collect(object.getKind() + "/" + object.getMetadata().getName(), object, found);
      }
    }
    return found;
  }

  private static void collect(String path, @Nullable Object value, List<String> found) {
    if (value instanceof List<?> items) {
      for (int i = 0; i < items.size(); i++) {
        collect(path + "[" + i + "]", items.get(i), found);
      }
    } else if (value instanceof Map<?, ?> map) {
      map.forEach((key, item) -> collect(path + "." + key, item, found));
    } else if (value != null && value.getClass().getName().startsWith("io.fabric8.kubernetes.")) {
      if (!value.getClass().isEnum()) {
        collectBean(path, value, found);
      }
    }
  }

  private static void collectBean(String path, Object bean, List<String> found) {
    for (Method method : bean.getClass().getMethods()) {
      if (method.getParameterCount() != 0
          || Modifier.isStatic(method.getModifiers())
          || !method.getName().startsWith("get")
          || method.getName().equals("getClass")) {
        continue;
      }
      Object value = invoke(method, bean);
      if (!method.getName().equals("getAdditionalProperties")) {
        collect(path + "." + method.getName().substring(3), value, found);
      } else if (value instanceof Map<?, ?> map) {
        map.keySet().forEach(key -> found.add(path + "." + key));
      }
    }
  }

  private static @Nullable Object invoke(Method method, Object bean) {
    try {
      return method.invoke(bean);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(method.toString(), e);
    }
  }
}
