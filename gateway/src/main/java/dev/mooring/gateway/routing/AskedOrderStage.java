package dev.mooring.gateway.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The request's {@code order}: the providers that it names come first; it excludes nobody. */
final class AskedOrderStage implements Stage {
  @Override
  public String name() {
    return "askedOrder";
  }

  @Override
  public void apply(Draft draft) {
    List<String> order = draft.request().options().order();
    if (order.isEmpty()) {
      return;
    }
    List<DraftTarget> targets = new ArrayList<>(draft.targets());
    targets.sort(Comparator.comparingInt(target -> place(target, order)));
    draft.targets(targets);
    draft.note(() -> "the request asks for " + String.join(", ", order) + " first: " + targets);
  }

  private static int place(DraftTarget target, List<String> order) {
    int at = order.indexOf(target.provider());
    return at < 0 ? Integer.MAX_VALUE : at;
  }
}
