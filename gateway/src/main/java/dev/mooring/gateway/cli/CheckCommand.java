package dev.mooring.gateway.cli;

import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.LoadedConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check}: whether a configuration is valid; every fault on a line of its own if not. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Validates a configuration file: exits 0, or 1 with every error.")
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The configuration, in YAML.")
  private Path file = Path.of("");

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    LoadedConfig loaded = ConfigLoader.load(file, System.getenv());
    if (loaded instanceof LoadedConfig.Valid valid) {
      valid.warnings().forEach(warning -> err.println("warning: " + warning));
      spec.commandLine().getOut().println(file + ": valid (" + summary(valid.config()) + ")");
      return 0;
    }
    ((LoadedConfig.Invalid) loaded).errors().forEach(err::println);
    return 1;
  }

  /** What a configuration holds, counted. */
  private static String summary(GatewayConfig config) {
    long keys = config.teams().stream().mapToLong(team -> team.keys().size()).sum();
    long credentials =
        config.providers().values().stream()
            .mapToLong(provider -> provider.credentials().size())
            .sum();
    return String.join(
        ", ",
        count(config.providers().size(), "provider"),
        count(credentials, "credential"),
        count(config.models().size(), "model"),
        count(config.teams().size(), "team"),
        count(keys, "client key"));
  }

  /** A number of things. */
  private static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
