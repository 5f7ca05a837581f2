package dev.mooring.gateway.translate.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WarnOnceTest {
  @Test
  void theSameIsToldOnceAndAnotherThingOfTheSameFieldToo() {
    List<String> told = new ArrayList<>();
    WarningSink once = new WarnOnce((feature, details) -> told.add(feature + ": " + details));

    once.unsupported("messages", "one");
    once.unsupported("messages", "two");
    once.unsupported("messages", "one");

    assertThat(told).containsExactly("messages: one", "messages: two");
  }
}
