package dev.mooring.gateway.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * The reading of configurations: YAML 1.2 with {@code ${ENV}} and {@code ${ENV:-default}}
 * (contract, section 2). No method throws for what a file says: every fault is in the answer, and
 * none holds the value of a secret.
 */
public final class ConfigLoader {
  private ConfigLoader() {}

  /** Reads a file of UTF-8; its name in messages is as given. */
  public static LoadedConfig load(Path file, Map<String, String> environment) {
    try {
      return parse(file.toString(), Files.readString(file), environment);
    } catch (NoSuchFileException absent) {
      return unreadable(file, "there is no such file");
    } catch (CharacterCodingException malformed) {
      return unreadable(file, "is not text in UTF-8");
    } catch (IOException failure) {
      return unreadable(file, "cannot be read: " + failure.getMessage());
    }
  }

  /**
   * Reads a text.
   *
   * @param fileName what messages call it
   */
  public static LoadedConfig parse(String fileName, String yaml, Map<String, String> environment) {
    Findings findings = new Findings(fileName);
    EnvironmentText text = new EnvironmentText(yaml.replaceFirst("^\uFEFF", ""), environment);
    Optional<GatewayConfig> config =
        compose(text.marked(), findings)
            .map(
                root ->
                    new SectionReader(GatewaySection.SECTION, root, new Place("", findings, text)))
            .map(GatewaySection::bind);
    if (config.isEmpty() || !findings.errors().isEmpty()) {
      return new LoadedConfig.Invalid(findings.errors());
    }
    return new LoadedConfig.Valid(config.get(), findings.warnings());
  }

  /**
   * The configuration without a file: a provider for each whose key is set, such as {@code openai}
   * for {@code OPENAI_API_KEY}, at its {@code …_BASE_URL} (with or without {@code /v1}) or its
   * public address, with the built-in models, and every default.
   */
  public static LoadedConfig fromEnvironment(Map<String, String> environment) {
    return EnvironmentConfig.read(environment);
  }

  /** The document as nodes with lines; empty, and a fault added, where it is none. */
  private static Optional<Node> compose(String yaml, Findings findings) {
    try {
      Optional<Node> root =
          new Compose(LoadSettings.builder().setUseMarks(true).build()).composeString(yaml);
      if (root.isEmpty()) {
        findings.error(0, "", "is empty (expected: at least providers)");
      }
      return root;
    } catch (MarkedYamlEngineException malformed) {
      int line = malformed.getProblemMark().map(Mark::getLine).orElse(-1) + 1;
      findings.error(line, "", "is not YAML: " + malformed.getProblem());
    } catch (YamlEngineException malformed) {
      findings.error(0, "", "is not YAML: " + malformed.getMessage());
    }
    return Optional.empty();
  }

  /** The one fault of a file that was not read. */
  private static LoadedConfig unreadable(Path file, String message) {
    return new LoadedConfig.Invalid(List.of(new ConfigError(file.toString(), 0, "", message)));
  }
}
