package dev.mooring.store.memory;

/**
 * What hears of every change to the entries of a store, in the order of each entry's changes. It is
 * called under locks: it returns at once and calls nothing of the store.
 */
interface Journal<E> {
  /** Hears nothing. */
  static <E> Journal<E> none() {
    return new Journal<>() {
      @Override
      public void written(E entry) {}

      @Override
      public void gone(E entry) {}
    };
  }

  /** An entry was written, in the place of another of its name where there was one. */
  void written(E entry);

  /** An entry was removed, evicted or forgotten. */
  void gone(E entry);
}
