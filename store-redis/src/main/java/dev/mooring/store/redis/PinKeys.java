package dev.mooring.store.redis;

import dev.mooring.affinity.SessionKey;

/**
 * The names of keys (contract, section 7). What belongs to one session has its hash in braces, so
 * that a cluster keeps it in one slot.
 *
 * @param prefix what every key begins with
 */
record PinKeys(String prefix) {
  /** The bytes that a key usually takes as an argument. */
  static final int ROOM = 144;

  /** The pin of a session for a model. */
  String pin(SessionKey session, String model) {
    return prefix + "pin:{" + session.hex() + "}:" + model;
  }

  /** What remembers the last pin of a session for a model after it expired. */
  String marker(SessionKey session, String model) {
    return prefix + "was:{" + session.hex() + "}:" + model;
  }

  /** The list of a session's pins. */
  String index(SessionKey session) {
    return prefix + "idx:{" + session.hex() + "}";
  }

  /** The record of a session, in the slot of its pins. */
  String session(SessionKey session) {
    return prefix + "session:{" + session.hex() + "}";
  }

  /** One stream of the log of routing events. */
  String events(int shard) {
    return prefix + "events:{" + shard + "}";
  }

  /** When the sessions of one such stream were last used. */
  String sessions(int shard) {
    return prefix + "sessions:{" + shard + "}";
  }

  /** Who issued an id, by the id's SHA-256. */
  String issuer(String idHash) {
    return prefix + "issuer:{" + idHash + "}";
  }

  /** The cool-downs of all nodes. */
  String coolDowns() {
    return prefix + "health:cooldowns";
  }

  /** What nodes tell of themselves. */
  String reports() {
    return prefix + "reports";
  }

  /** The lease of the one node that probes a subject. */
  String probe(String subject) {
    return prefix + "health:probe:" + subject;
  }
}
