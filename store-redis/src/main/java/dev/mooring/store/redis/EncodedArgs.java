package dev.mooring.store.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;

/** A command's arguments that are encoded already. */
final class EncodedArgs extends CommandArgs<String, String> {
  private final Bulks[] parts;
  private final boolean patient;
  private final int count;
  private final int length;

  /**
   * Arguments, part after part; they must not change any more.
   *
   * @param patient whether the command may wait for the end of the event loop's turn
   * @param key one of the command's keys, by which a Cluster finds the node
   */
  EncodedArgs(boolean patient, String key, Bulks... parts) {
    super(StringCodec.UTF8);
    addKey(key);
    this.patient = patient;
    this.parts = parts;
    int all = 0;
    int bytes = 0;
    for (Bulks part : parts) {
      all += part.count();
      bytes += part.length();
    }
    this.count = all;
    this.length = bytes;
  }

  /** Whether the command may wait for the end of the event loop's turn. */
  boolean patient() {
    return patient;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public void encode(ByteBuf out) {
    out.ensureWritable(length);
    for (Bulks part : parts) {
      part.writeTo(out);
    }
  }
}
