package dev.mooring.gateway.api;

import java.util.Arrays;

/**
 * The long strings of a text by their places, noted when it was read, so that reading a part of it
 * again does not pass over them again. Only so many are kept; what is not here is just read.
 */
final class LongStrings {
  /** Shorter strings are not noted, in bytes. */
  static final int LONG = 128;

  private static final int MOST = 4_096;

  /** The numbers of a note: where the string begins and ends, and its flags. */
  private static final int NOTE = 3;

  private int[] notes = new int[8 * NOTE];
  private int size;

  /** Notes a string; later ones begin later. */
  void add(int start, int end, int flags) {
    if (size == MOST * NOTE) {
      return;
    }
    if (size == notes.length) {
      notes = Arrays.copyOf(notes, 2 * size);
    }
    notes[size] = start;
    notes[size + 1] = end;
    notes[size + 2] = flags;
    size += NOTE;
  }

  /** Notes strings that were noted in another text with the same beginning. */
  void addAll(int[] copied) {
    for (int i = 0; i < copied.length; i += NOTE) {
      add(copied[i], copied[i + 1], copied[i + 2]);
    }
  }

  /** How many there are. */
  int size() {
    return size / NOTE;
  }

  /** A copy of some of the notes, for {@link #addAll}. */
  int[] copy(int from, int to) {
    return Arrays.copyOfRange(notes, from * NOTE, to * NOTE);
  }

  /** A finder for one reading of the text, from front to back. */
  Finder finder() {
    return new Finder();
  }

  /** Finds the notes while the text is read. */
  final class Finder {
    private int at;

    /** The first byte after the string that begins at a place; 0 where none was noted. */
    int end(int start) {
      while (at < size && notes[at] < start) {
        at += NOTE;
      }
      return at < size && notes[at] == start ? notes[at + 1] : 0;
    }

    /** The flags of the string that was found last. */
    int flags() {
      return notes[at + 2];
    }
  }
}
