package dev.mooring.gateway.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the first messages of a conversation told, all of it by its place in the body.
 *
 * @param blocks how many blocks of {@link PrefixHashes} it takes to be sure of them
 * @param check half of the hash of those
 * @param end the first byte after the last of these messages
 * @param marked whether there is a cache marker
 * @param oneHour whether one asks for one hour
 * @param firstState the first item of state of one account that can be stripped
 * @param fileIds the ids of uploaded files, in their order
 * @param encrypted the newest encrypted contents, newest first
 * @param signatures the newest thinking signatures, newest first
 * @param markable where the messages can be marked, as {@link MarkableMessages} has it
 * @param strings their first long strings, as {@link LongStrings} has them
 */
@SuppressWarnings("ArrayRecordComponent") // compared by none
record KnownPrefix(
    int blocks,
    long check,
    int end,
    boolean marked,
    boolean oneHour,
    @Nullable Range firstState,
    List<String> fileIds,
    List<Range> encrypted,
    List<Range> signatures,
    int[] markable,
    int[] strings) {

  /** About what it takes of the heap in bytes, entry in a map included. */
  long heapBytes() {
    long bytes = 320 + 4L * (markable.length + strings.length);
    bytes += 24L * (encrypted.size() + signatures.size());
    for (String id : fileIds) {
      bytes += 56 + 2L * id.length();
    }
    return bytes;
  }
}
