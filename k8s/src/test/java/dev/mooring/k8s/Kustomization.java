package dev.mooring.k8s;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What {@code kubectl kustomize} makes of a folder, for the features that the overlays use:
 * resources, strategic merge patches from files, ConfigMaps from files under a stable name.
 * Anything else is refused. Where {@code kubectl} is installed, a test compares the two.
 */
public final class Kustomization {
  private static final Set<String> KNOWN =
      Set.of(
          "apiVersion", "kind", "resources", "patches", "configMapGenerator", "generatorOptions");

  private Kustomization() {}

  /** The manifests of a folder, as maps. */
  public static List<Map<String, Object>> render(Path folder) {
    Map<String, Object> root = Yaml.document(Yaml.read(folder.resolve("kustomization.yaml")));
    refuseOthers(KNOWN, root.keySet());
    List<Map<String, Object>> manifests = new ArrayList<>();
    for (Object resource : Yaml.list(root.get("resources"))) {
      Path path = folder.resolve(resource.toString()).normalize();
      manifests.addAll(Files.isDirectory(path) ? render(path) : Yaml.documents(Yaml.read(path)));
    }
    for (Object generator : Yaml.list(root.get("configMapGenerator"))) {
      manifests.add(configMap(folder, Yaml.map(generator), options(root)));
    }
    for (Object patch : Yaml.list(root.get("patches"))) {
      refuseOthers(Set.of("path"), Yaml.map(patch).keySet());
      apply(Yaml.document(Yaml.read(folder.resolve(text(Yaml.map(patch), "path")))), manifests);
    }
    return manifests;
  }

  /** Kind and name of a manifest. */
  public static String id(Map<String, Object> manifest) {
    return text(manifest, "kind") + "/" + text(Yaml.map(field(manifest, "metadata")), "name");
  }

  private static Map<String, Object> options(Map<String, Object> root) {
    Map<String, Object> options = Yaml.map(field(root, "generatorOptions"));
    refuseOthers(Set.of("disableNameSuffixHash", "labels"), options.keySet());
    if (!Boolean.TRUE.equals(options.get("disableNameSuffixHash"))) {
      throw new IllegalArgumentException("generatorOptions.disableNameSuffixHash: not true");
    }
    return options;
  }

  private static Map<String, Object> configMap(
      Path folder, Map<String, Object> generator, Map<String, Object> options) {
    refuseOthers(Set.of("name", "files"), generator.keySet());
    Map<String, Object> data = new LinkedHashMap<>();
    for (Object file : Yaml.list(generator.get("files"))) {
      data.put(file.toString(), Yaml.read(folder.resolve(file.toString())));
    }
    return Map.of(
        "apiVersion",
        "v1",
        "kind",
        "ConfigMap",
        "metadata",
        Map.of("name", text(generator, "name"), "labels", field(options, "labels")),
        "data",
        data);
  }

  private static void apply(Map<String, Object> patch, List<Map<String, Object>> manifests) {
    for (int i = 0; i < manifests.size(); i++) {
      if (id(manifests.get(i)).equals(id(patch))) {
        manifests.set(i, merged(manifests.get(i), patch));
        return;
      }
    }
    throw new IllegalArgumentException("patch: nothing is called " + id(patch));
  }

  private static Map<String, Object> merged(Map<String, Object> base, Map<String, Object> patch) {
    Map<String, Object> result = new LinkedHashMap<>(base);
    patch.forEach(
        (key, value) -> {
          Object old = result.get(key);
          if (value == null) {
            result.remove(key);
          } else if (old instanceof Map && value instanceof Map) {
            result.put(key, merged(Yaml.map(old), Yaml.map(value)));
          } else if (old instanceof List && named(value)) {
            result.put(key, mergedByName(Yaml.list(old), Yaml.list(value)));
          } else {
            result.put(key, value);
          }
        });
    return result;
  }

  /** Merges items of the same name; new ones come first, as Kustomize has it. */
  private static List<Object> mergedByName(List<Object> base, List<Object> patch) {
    List<Object> result = new ArrayList<>(base);
    int added = 0;
    for (Object item : patch) {
      int at = indexOf(result, text(Yaml.map(item), "name"));
      if (at < 0) {
        result.add(added++, item);
      } else {
        result.set(at, merged(Yaml.map(result.get(at)), Yaml.map(item)));
      }
    }
    return result;
  }

  private static int indexOf(List<Object> items, String name) {
    for (int i = 0; i < items.size(); i++) {
      if (name.equals(Yaml.map(items.get(i)).get("name"))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean named(Object value) {
    return value instanceof List<?> items
        && items.stream()
            .allMatch(item -> item instanceof Map<?, ?> map && map.get("name") != null);
  }

  private static Object field(Map<String, Object> map, String name) {
    return Objects.requireNonNull(map.get(name), name);
  }

  private static String text(Map<String, Object> map, String name) {
    return field(map, name).toString();
  }

  private static void refuseOthers(Set<String> known, Set<String> found) {
    if (!known.containsAll(found)) {
      throw new IllegalArgumentException("fields: " + found + " (expected: some of " + known + ")");
    }
  }
}
