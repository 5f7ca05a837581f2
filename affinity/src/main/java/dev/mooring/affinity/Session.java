package dev.mooring.affinity;

/**
 * The session that a request belongs to.
 *
 * @param source where the ID was found
 * @param id the ID as it is reported to the caller: trimmed, or the SHA-256 hex of it when it is
 *     over 256 code points
 * @param key the session's name in stores, scoped to its owner
 * @param spreadSeed what the credential is drawn from: the session alone for sources that pin the
 *     credential; session, conversation and user together for the others
 */
public record Session(SessionSource source, String id, SessionKey key, long spreadSeed) {}
