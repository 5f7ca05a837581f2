package dev.mooring.store.redis;

import dev.mooring.affinity.PinState;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Redis answers to the read of a session: the pin of each model, then the marker of each, then
 * the index. Only what is needed becomes text: of a marker that it is there, of an index how long
 * it is.
 */
final class PinsAnswer {
  private static final Logger log = LoggerFactory.getLogger(PinsAnswer.class);

  private final @Nullable String[] pins;
  private final boolean[] marked;
  private final int maxModels;
  private int at;
  private @Nullable String fullIndex;

  private PinsAnswer(int models, int maxModels) {
    this.pins = new @Nullable String[models];
    this.marked = new boolean[models];
    this.maxModels = maxModels;
  }

  /** The output of a read of this many models. */
  static CommandOutput<String, String, PinsAnswer> output(int models, int maxModels) {
    return new Output(new PinsAnswer(models, maxModels));
  }

  /** What the session remembers of each model; a pin that cannot be read counts as none. */
  List<PinState> states() {
    PinState[] states = new PinState[pins.length];
    for (int i = 0; i < pins.length; i++) {
      String pin = pins[i];
      if (pin == null) {
        states[i] = marked[i] ? PinState.EXPIRED : PinState.ABSENT;
      } else {
        states[i] = state(pin);
      }
    }
    return Arrays.asList(states);
  }

  private static PinState state(String pin) {
    try {
      return new PinState.Pinned(PinCodec.pin(pin));
    } catch (IllegalArgumentException e) {
      log.debug("a pin cannot be read", e);
      return PinState.ABSENT;
    }
  }

  /** The index, where the session has as many pins as it may; null while it has fewer. */
  @Nullable String fullIndex() {
    return fullIndex;
  }

  private void add(@Nullable ByteBuffer value) {
    int models = pins.length;
    if (value != null) {
      if (at < models) {
        pins[at] = StringCodec.UTF8.decodeValue(value);
      } else if (at < 2 * models) {
        marked[at - models] = true;
      } else if (lines(value) >= maxModels) {
        fullIndex = StringCodec.UTF8.decodeValue(value);
      }
    }
    at++;
  }

  private static int lines(ByteBuffer text) {
    int lines = 1;
    for (int i = text.position(); i < text.limit(); i++) {
      if (text.get(i) == '\n') {
        lines++;
      }
    }
    return lines;
  }

  /** Hands Lettuce's values on. */
  private static final class Output extends CommandOutput<String, String, PinsAnswer> {
    Output(PinsAnswer answer) {
      super(StringCodec.UTF8, answer);
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
      output.add(bytes);
    }
  }
}
