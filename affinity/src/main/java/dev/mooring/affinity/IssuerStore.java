package dev.mooring.affinity;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Who issued the ids that later requests lean on: response, conversation and turn ids, encrypted
 * reasoning, signatures (contract, section 5, "Hard continuity"). Ids are kept as SHA-256 only.
 */
public interface IssuerStore {
  /** How long an issuer is remembered. */
  Duration LIFETIME = Duration.ofDays(30);

  /**
   * The account that issued an id.
   *
   * @param provider the provider's id
   * @param credential the credential's id
   * @param cacheScope the credential's cache scope
   */
  record Issuer(String provider, String credential, String cacheScope) {}

  /**
   * Looks up the first of the ids that is known.
   *
   * @param idHashes SHA-256 of the ids, 64 lower-case hex characters each, the most telling first
   * @return the issuer, or null when none of them is known; fails when the store cannot answer
   */
  CompletionStage<@Nullable Issuer> issuer(List<String> idHashes);

  /** Remembers the issuer of ids for {@link #LIFETIME}; the last writer stands. */
  CompletionStage<Void> remember(List<String> idHashes, Issuer issuer);
}
