package dev.mooring.gateway.cli;

import java.io.PrintWriter;

/** A progress bar: drawn over itself on a terminal, a line each quarter elsewhere. */
final class DemoProgress {
  private static final int WIDTH = 40;
  private static final int QUARTERS = 4;

  private final PrintWriter out;
  private final boolean terminal;
  private final int total;
  private int done;

  /** A bar of so many steps, of which none is done. */
  DemoProgress(PrintWriter out, boolean terminal, int total) {
    this.out = out;
    this.terminal = terminal;
    this.total = total;
  }

  /** One more step is done. */
  synchronized void step() {
    int before = done;
    done++;
    if (terminal && done * WIDTH / total != before * WIDTH / total) {
      int filled = done * WIDTH / total;
      out.print("\r[" + "#".repeat(filled) + " ".repeat(WIDTH - filled) + "] " + done + " turns");
      out.print(done == total ? System.lineSeparator() : "");
      out.flush();
    }
    if (!terminal && done * QUARTERS / total != before * QUARTERS / total) {
      out.println(done + " of " + total + " turns");
      out.flush();
    }
  }
}
