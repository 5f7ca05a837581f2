package dev.mooring.affinity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan after its session's pin was applied.
 *
 * @param plan the candidates in the order in which they are tried: BYOK before system, in each
 *     group the down ones last
 * @param outcome what was done
 * @param pinnedProvider the provider that the pin named; null where there was no pin to follow
 * @param displacedProvider the provider that came first in the pin's group before; null unless the
 *     first provider changed
 */
public record Promotion<C extends Candidate>(
    List<C> plan,
    Outcome outcome,
    @Nullable String pinnedProvider,
    @Nullable String displacedProvider) {}
