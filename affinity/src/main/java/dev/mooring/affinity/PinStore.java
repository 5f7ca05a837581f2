package dev.mooring.affinity;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Where pins are kept. Implementations are safe for use by many threads, never block the caller,
 * and pass {@code PinStoreContract} of this module's test kit.
 *
 * <p>A store keeps at most {@code maxModels} pins a session; past that the least recently written
 * goes. An expired pin is remembered for 24 hours, a removed or evicted one is not.
 */
public interface PinStore extends AutoCloseable {
  /**
   * Reads a session's pins for the models of a plan, in one step.
   *
   * @param models the gateway's ids of the models; without repetition
   * @return one state a model, in the order of {@code models}; fails when the store cannot answer
   */
  CompletionStage<List<PinState>> read(SessionKey session, List<String> models);

  /**
   * Carries out one write. Writes that one thread issues for one session take effect in the order
   * in which they were issued.
   *
   * @return what became of it; fails when the store cannot answer
   */
  CompletionStage<PinWrite.Result> write(PinWrite write);

  /**
   * Carries out one write that may be sent together with others: at the end of the caller's turn of
   * its event loop. Until then the caller keeps back what has to come after the write.
   */
  default CompletionStage<PinWrite.Result> writeWithTurn(PinWrite write) {
    return write(write);
  }

  @Override
  void close();
}
