package dev.mooring.store.redis;

import dev.mooring.affinity.SessionKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that were seen with as many pins as they may have, and the models of those pins, the
 * least recently written first. The next new model of such a session needs to name the keys of the
 * model that goes; without this memory the script asks for them, and one more round trip is made.
 */
final class FullSessions {
  private static final int REMEMBERED = 4_096;

  private final int maxModels;
  private final Map<SessionKey, List<String>> models = new Newest();

  FullSessions(int maxModels) {
    this.maxModels = maxModels;
  }

  /** Learns from a full index, lines of expiry and model; null where it is not full. */
  void learn(SessionKey session, @Nullable String index) {
    synchronized (models) {
      if (index == null) {
        models.remove(session);
        return;
      }
      List<String> listed = new ArrayList<>(maxModels);
      for (String line : index.lines().toList()) {
        listed.add(line.substring(line.indexOf(' ') + 1));
      }
      models.put(session, listed);
    }
  }

  /** The escaped names of the models that probably go when {@code model} is written. */
  List<String> victims(SessionKey session, String model) {
    List<String> listed;
    synchronized (models) {
      listed = models.getOrDefault(session, List.of());
    }
    if (listed.isEmpty() || listed.contains(model)) {
      return List.of();
    }
    return listed.subList(0, listed.size() + 1 - maxModels);
  }

  /** A map that forgets what was not used for longest. */
  private static final class Newest extends LinkedHashMap<SessionKey, List<String>> {
    Newest() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<SessionKey, List<String>> eldest) {
      return size() > REMEMBERED;
    }
  }
}
