package dev.mooring.gateway.api;

import dev.mooring.affinity.Sha256;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the state of one account that an answer issues, as hashes. */
final class IssuedState {
  private static final int KEPT = 4;

  private final Set<String> fixed = new LinkedHashSet<>();
  private final Set<String> encrypted = new LinkedHashSet<>();
  private final Set<String> signatures = new LinkedHashSet<>();

  /** Adds an id that requests may lean on. */
  void fixed(String id) {
    add(fixed, id);
  }

  /** Adds an encrypted content. */
  void encrypted(String content) {
    add(encrypted, content);
  }

  /** Adds a thinking signature. */
  void signature(String signature) {
    add(signatures, signature);
  }

  /** All that was added, the newest few secrets first. */
  Continuity continuity() {
    if (fixed.isEmpty() && encrypted.isEmpty() && signatures.isEmpty()) {
      return Continuity.NONE;
    }
    return new Continuity(List.copyOf(fixed), newest(encrypted), newest(signatures));
  }

  /** Adds the hash of a value that is not empty. */
  private static void add(Set<String> hashes, String value) {
    if (!value.isEmpty()) {
      hashes.add(Sha256.hex(value));
    }
  }

  /** The newest few, newest first. */
  private static List<String> newest(Set<String> oldestFirst) {
    List<String> hashes = new ArrayList<>(oldestFirst);
    java.util.Collections.reverse(hashes);
    return List.copyOf(hashes.subList(0, Math.min(KEPT, hashes.size())));
  }
}
