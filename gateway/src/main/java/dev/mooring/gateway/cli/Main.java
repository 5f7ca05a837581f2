package dev.mooring.gateway.cli;

import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The command {@code mooring}: its exit code is 0, 1 for a failure, 2 for a wrong call. */
@Command(
    name = "mooring",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "An LLM gateway that keeps every conversation where its prompt cache is.",
    subcommands = {
      ServeCommand.class,
      CheckCommand.class,
      DemoCommand.class,
      SimulateCommand.class,
      EvaluateCommand.class
    })
public final class Main {

  /** Runs the command that the arguments name and exits with its code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command with its subcommands. */
  static CommandLine commandLine() {
    return new CommandLine(new Main());
  }

  /** The version of the jar; {@code development} outside one. */
  static String version() {
    return Objects.requireNonNullElse(
        Main.class.getPackage().getImplementationVersion(), "development");
  }

  /** What {@code --version} prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Mooring " + version()};
    }
  }
}
