package dev.mooring.gateway.simulator;

import dev.mooring.gateway.simulator.CacheUse.Entry;
import dev.mooring.gateway.simulator.PromptBlock.Marker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The prompt caches of a provider, one for each cache scope and model. The longest stored prefix
 * wins; a lifetime slides with each use and counts from that request's start; a prefix can be read
 * once the answer that wrote it has begun. Confined to one thread.
 */
final class PromptCache {
  private static final int LOOK_BACK = 20;
  private static final int MAX_ENTRIES = 500_000;

  private final CacheRules rules;
  private final Map<String, Stored> stored =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Stored> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  /** An empty cache. */
  PromptCache(CacheRules rules) {
    this.rules = rules;
  }

  /** OpenAI's way: every prefix is stored, from the minimum on. */
  CacheUse implicit(
      String scope, String model, List<PromptBlock> blocks, boolean retained, Instant now) {
    String space = scope + '\n' + model + "\nimplicit\n";
    Duration lifetime = retained ? rules.openAiRetained() : rules.openAi();
    List<Entry> entries = new ArrayList<>();
    int total = 0;
    int read = 0;
    for (PromptBlock block : blocks) {
      total += block.tokens();
      if (total < rules.minTokens()) {
        continue;
      }
      String key = space + block.prefix();
      if (alive(key, now)) {
        read = total;
      }
      entries.add(new Entry(key, lifetime));
    }
    int written = entries.isEmpty() ? 0 : total - read;
    return new CacheUse(total, read, written, 0, now, entries);
  }

  /** Anthropic's way: prefixes are stored at markers only, and looked for a little before them. */
  CacheUse explicit(String scope, String model, List<PromptBlock> blocks, Instant now) {
    String space = scope + '\n' + model + "\nexplicit\n";
    int[] ends = ends(blocks);
    int hit = longestHit(space, blocks, ends, now);
    int read = hit < 0 ? 0 : ends[hit];
    List<Entry> entries = new ArrayList<>();
    if (hit >= 0) {
      String key = space + blocks.get(hit).prefix();
      entries.add(new Entry(key, lifetimeOf(key)));
    }
    int covered = read;
    int writtenShort = 0;
    int writtenLong = 0;
    for (int i = 0; i < blocks.size(); i++) {
      Marker marker = blocks.get(i).marker();
      if (marker == Marker.NONE || ends[i] < rules.minTokens()) {
        continue;
      }
      boolean isLong = marker == Marker.LONG;
      entries.add(
          new Entry(
              space + blocks.get(i).prefix(), isLong ? rules.anthropicLong() : rules.anthropic()));
      int added = Math.max(0, ends[i] - covered);
      covered = Math.max(covered, ends[i]);
      writtenShort += isLong ? 0 : added;
      writtenLong += isLong ? added : 0;
    }
    int total = ends.length == 0 ? 0 : ends[ends.length - 1];
    return new CacheUse(total, read, writtenShort, writtenLong, now, entries);
  }

  /** Stores what a request leaves: its answer has begun. */
  void commit(CacheUse use) {
    for (Entry entry : use.entries()) {
      Instant until = use.start().plus(entry.lifetime());
      stored.merge(
          entry.key(),
          new Stored(until, entry.lifetime()),
          (old, renewed) -> old.until().isAfter(renewed.until()) ? old : renewed);
    }
  }

  private int longestHit(String space, List<PromptBlock> blocks, int[] ends, Instant now) {
    for (int marker = blocks.size() - 1; marker >= 0; marker--) {
      if (blocks.get(marker).marker() == Marker.NONE) {
        continue;
      }
      for (int i = marker; i >= 0 && i > marker - LOOK_BACK; i--) {
        if (ends[i] >= rules.minTokens() && alive(space + blocks.get(i).prefix(), now)) {
          return i;
        }
      }
    }
    return -1;
  }

  private boolean alive(String key, Instant now) {
    Stored entry = stored.get(key);
    return entry != null && now.isBefore(entry.until());
  }

  private Duration lifetimeOf(String key) {
    Stored entry = stored.get(key);
    return entry == null ? rules.anthropic() : entry.lifetime();
  }

  private static int[] ends(List<PromptBlock> blocks) {
    int[] ends = new int[blocks.size()];
    int total = 0;
    for (int i = 0; i < ends.length; i++) {
      total += blocks.get(i).tokens();
      ends[i] = total;
    }
    return ends;
  }

  /** A stored prefix. */
  private record Stored(Instant until, Duration lifetime) {}
}
