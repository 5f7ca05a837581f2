package dev.mooring.gateway.telemetry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.mooring.gateway.config.TracingConfig;
import org.junit.jupiter.api.Test;

/** Tracing that is off costs nothing. */
class TracingOffTest {

  @Test
  void withoutAnEndpointThereIsNothingBehindIt() {
    Tracing tracing = Tracing.of(TracingConfig.OFF, new Metrics());
    assertThat(tracing).isSameAs(Tracing.OFF);
    assertThat(tracing.on()).isFalse();
    assertThat(RequestTrace.NONE.on()).isFalse();
    assertThat(RequestTrace.NONE.store("pins.read")).isSameAs(CallSpan.NONE);
    assertThat(tracing.close().toCompletableFuture()).isCompleted();
  }

  /** What a request touches knows nothing of the library, so that none of it is loaded. */
  @Test
  void onlyWhatAnEndpointMakesKnowsTheLibrary() {
    noClasses()
        .that()
        .haveNameNotMatching(
            ".*\\.telemetry\\.(OtlpTracing|RecordedTrace|RecordedCall|GenAi|SessionTraceIds"
                + "|CountedExporter|UnheardSpans)(\\$.*)?")
        .and()
        .haveNameNotMatching(".*Test")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.opentelemetry..")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.mooring"));
  }
}
