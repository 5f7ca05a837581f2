package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.HashedId;

/** Ids of people and caches no longer than OpenAI takes. */
final class ShortId {
  private static final int MAX_LENGTH = 64;

  private ShortId() {}

  /** The id, or, where it is too long, one that is made of it. */
  static String of(String id) {
    return id.length() <= MAX_LENGTH ? id : HashedId.of(id, 32);
  }
}
