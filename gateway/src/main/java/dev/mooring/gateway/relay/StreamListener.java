package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.StreamReader;

/** Hears how a relayed stream goes. */
interface StreamListener {
  /** What was held back goes out: nobody else will answer. */
  void released();

  /** The first output came. */
  void accepted();

  /** It failed before anything was released: another candidate may try. */
  void failedEarly(Failure failure);

  /**
   * It failed after something was released, by the provider's words or without any.
   *
   * @return the metadata of the error event that tells the caller
   */
  byte[] broke(StreamReader reader, Failure failure);

  /**
   * All that the caller gets was sent, but for the end.
   *
   * @param events how many events with data have come
   */
  void ended(StreamReader reader, long events);

  /** The caller has stopped to read. */
  void callerStalled();

  /** A fault of ours kept the break of the stream from being told. */
  void faulted();

  /** The metadata to place now. */
  byte[] metadata(StreamReader reader);

  /** The metadata of a usage chunk. */
  byte[] usageMetadata(StreamReader reader);
}
