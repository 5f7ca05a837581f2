package dev.mooring.gateway.config;

import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The models of a configuration that lists none: the public ones of its providers' types. */
final class DefaultModels {
  private static final String RESOURCE = "default-models.tsv";
  private static final int COLUMNS = 10;

  private DefaultModels() {}

  /** The models that the providers can serve, by id; each tries the providers in their order. */
  static Map<String, ModelConfig> of(Collection<ProviderConfig> providers) {
    Map<String, ModelConfig> models = new LinkedHashMap<>();
    for (Row row : rows()) {
      List<TargetConfig> targets =
          providers.stream()
              .filter(provider -> row.isOf(provider.type()))
              .map(provider -> new TargetConfig(provider.id(), row.upstream, null))
              .toList();
      if (!targets.isEmpty()) {
        models.merge(
            row.id,
            new ModelConfig(row.id, row.aliases, null, row.price, row.capabilities, targets),
            DefaultModels::joined);
      }
    }
    return Collections.unmodifiableMap(models);
  }

  /** A model that types of several rows serve. */
  private static ModelConfig joined(ModelConfig one, ModelConfig other) {
    List<TargetConfig> targets = new ArrayList<>(one.targets());
    targets.addAll(other.targets());
    return new ModelConfig(
        one.id(),
        one.aliases(),
        one.caching(),
        one.price(),
        one.capabilities(),
        List.copyOf(targets));
  }

  /** The whole table. */
  private static List<Row> rows() {
    try (InputStream in =
            Objects.requireNonNull(DefaultModels.class.getResourceAsStream(RESOURCE), RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<Row> rows = new ArrayList<>();
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", COLUMNS))
          .forEach(cells -> rows.add(row(cells)));
      return rows;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Reads a line. */
  private static Row row(String[] cells) {
    if (cells.length != COLUMNS) {
      throw new IllegalStateException(RESOURCE + ": " + cells[0] + ": columns: " + cells.length);
    }
    return new Row(
        cells[0],
        cells[1],
        cells[2].isEmpty() ? List.of() : List.of(cells[2].split(",")),
        cells[3],
        price(cells),
        capabilities(cells[9]));
  }

  /** The capabilities in a cell; none in an empty one. */
  private static Set<Capability> capabilities(String cell) {
    Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
    for (String name : cell.isEmpty() ? new String[0] : cell.split(",", -1)) {
      capabilities.add(Objects.requireNonNull(Capability.names().get(name), name));
    }
    return Collections.unmodifiableSet(capabilities);
  }

  /** The price on a line; null for none. */
  private static @Nullable Price price(String[] cells) {
    if (cells[4].isEmpty()) {
      return null;
    }
    return new Price(
        Double.parseDouble(cells[4]),
        Double.parseDouble(cells[5]),
        optional(cells[6]),
        optional(cells[7]),
        optional(cells[8]));
  }

  /** The number in a cell; null for an empty one. */
  private static @Nullable Double optional(String cell) {
    return cell.isEmpty() ? null : Double.valueOf(cell);
  }

  /** A line of the table. */
  private record Row(
      String providerType,
      String id,
      List<String> aliases,
      String upstream,
      @Nullable Price price,
      Set<Capability> capabilities) {

    /** Whether a type serves it; Azure's deployments are mostly named like OpenAI's models. */
    boolean isOf(ProviderType type) {
      String name =
          type == ProviderType.AZURE ? ProviderType.OPENAI.configName() : type.configName();
      return name.equals(providerType);
    }
  }
}
