package dev.mooring.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The chart, rendered by the Helm library. */
final class Chart {
  /** The chart of this module. */
  static final Chart MOORING = new Chart(Path.of("mooring"));

  private static final String KUBERNETES = "1.33.0";

  private final Path folder;

  /** A chart in a folder. */
  Chart(Path folder) {
    this.folder = folder;
  }

  /** Its folder. */
  Path folder() {
    return folder;
  }

  /** Its value sets, {@code ci/*-values.yaml}, in order of their names. */
  List<Path> valueSets() {
    try (Stream<Path> files = Files.list(folder.resolve("ci"))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A value set by its name. */
  Path valueSet(String name) {
    return folder.resolve("ci").resolve(name + "-values.yaml");
  }

  /** What the strict linter says of the chart with its defaults. */
  LintResult lint() {
    return new Helm(folder).lint().strict().call();
  }

  /** The manifests of release {@code mooring} with a file of values, hooks left out. */
  String render(Path values) {
    return template("mooring").withValuesFile(values).call();
  }

  /** The same of another release. */
  String render(String release, Path values) {
    return template(release).withValuesFile(values).call();
  }

  /** The same with settings over the values, in pairs of path and value. */
  String render(Path values, Object... settings) {
    TemplateCommand command = template("mooring").withValuesFile(values);
    for (int i = 0; i < settings.length; i += 2) {
      command.set(settings[i].toString(), settings[i + 1]);
    }
    return command.call();
  }

  /** The manifests with the defaults and settings, in pairs of path and value. */
  String renderDefaults(Object... settings) {
    TemplateCommand command = template("mooring");
    for (int i = 0; i < settings.length; i += 2) {
      command.set(settings[i].toString(), settings[i + 1]);
    }
    return command.call();
  }

  /**
   * What {@code helm install} of release {@code mooring} prints, as a dry run without a cluster.
   */
  String installation(Path values) {
    return new Helm(folder)
        .install()
        .withName("mooring")
        .withNamespace("llm")
        .withKubeVersion(KUBERNETES)
        .clientOnly()
        .dryRun()
        .withValuesFile(values)
        .call()
        .getOutput();
  }

  /** A copy of the chart in another folder, of which one file is changed. */
  Chart copyWith(Path target, String file, String from, String to) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path source : (Iterable<Path>) files::iterator) {
        Path copy = target.resolve(folder.relativize(source).toString());
        if (Files.isDirectory(source)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(source, copy);
        }
      }
      String text = Files.readString(target.resolve(file));
      if (!text.contains(from)) {
        throw new IllegalArgumentException(file + ": has no " + from);
      }
      Files.writeString(target.resolve(file), text.replace(from, to));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Chart(target);
  }

  private TemplateCommand template(String release) {
    return new Helm(folder)
        .template()
        .withName(release)
        .withNamespace("llm")
        .withKubeVersion(KUBERNETES);
  }
}
