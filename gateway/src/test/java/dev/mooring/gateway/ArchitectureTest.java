package dev.mooring.gateway;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows between modules and packages, as docs/architecture.md draws them. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.mooring");
  private static final String[] EVENT_LOOP_PACKAGES = {
    "dev.mooring.gateway.http..",
    "dev.mooring.gateway.relay..",
    "dev.mooring.gateway.limits..",
    "dev.mooring.gateway.routing..",
    "dev.mooring.gateway.api..",
    "dev.mooring.gateway.translate..",
    "dev.mooring.gateway.provider.."
  };

  @Test
  void onlyTheGatewayUsesVertx() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.mooring.gateway..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.vertx..")
        .check(CLASSES);
  }

  @Test
  void affinityUsesTheJdkAndNullnessAndLoggingOnly() {
    classes()
        .that()
        .resideInAPackage("dev.mooring.affinity..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.mooring.affinity..", "java..", "javax.crypto..", "org.jspecify..", "org.slf4j..")
        .check(CLASSES);
  }

  @Test
  void storesKnowNothingOfTheGateway() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.mooring.store..", "dev.mooring.affinity..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.mooring.gateway..")
        .check(CLASSES);
  }

  @Test
  void arrowsRunDownwardsOnly() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("cli")
        .definedBy("dev.mooring.gateway.cli..")
        .layer("evaluate")
        .definedBy("dev.mooring.gateway.evaluate..")
        .layer("wiring")
        .definedBy("dev.mooring.gateway")
        .layer("http")
        .definedBy("dev.mooring.gateway.http..")
        .layer("admin")
        .definedBy("dev.mooring.gateway.admin..")
        .layer("store")
        .definedBy("dev.mooring.gateway.store..")
        .layer("relay")
        .definedBy("dev.mooring.gateway.relay..")
        .layer("limits")
        .definedBy("dev.mooring.gateway.limits..")
        .layer("record")
        .definedBy("dev.mooring.gateway.record..")
        .layer("routing")
        .definedBy("dev.mooring.gateway.routing..")
        .layer("translate")
        .definedBy("dev.mooring.gateway.translate..")
        .layer("provider")
        .definedBy("dev.mooring.gateway.provider..")
        .layer("telemetry")
        .definedBy("dev.mooring.gateway.telemetry..")
        .layer("api")
        .definedBy("dev.mooring.gateway.api..")
        .layer("config")
        .definedBy("dev.mooring.gateway.config..")
        .layer("simulator")
        .definedBy("dev.mooring.gateway.simulator..")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("evaluate")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("wiring")
        .mayOnlyBeAccessedByLayers("cli", "evaluate")
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("admin")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("store")
        .mayOnlyBeAccessedByLayers("wiring", "admin")
        .whereLayer("relay")
        .mayOnlyBeAccessedByLayers("evaluate", "wiring", "http", "admin")
        .whereLayer("limits")
        .mayOnlyBeAccessedByLayers("admin", "relay")
        .whereLayer("record")
        .mayOnlyBeAccessedByLayers("wiring", "admin", "relay")
        .whereLayer("routing")
        .mayOnlyBeAccessedByLayers("wiring", "http", "admin", "relay", "limits", "store")
        .whereLayer("translate")
        .mayOnlyBeAccessedByLayers("relay")
        .whereLayer("provider")
        .mayOnlyBeAccessedByLayers("relay", "routing")
        .whereLayer("telemetry")
        .mayOnlyBeAccessedByLayers("wiring", "http", "admin", "relay", "limits", "routing", "store")
        .whereLayer("api")
        .mayOnlyBeAccessedByLayers(
            "http",
            "admin",
            "relay",
            "limits",
            "record",
            "routing",
            "translate",
            "provider",
            "telemetry")
        .whereLayer("config")
        .mayNotAccessAnyLayer()
        .whereLayer("simulator")
        .mayOnlyBeAccessedByLayers("cli", "evaluate")
        .whereLayer("simulator")
        .mayNotAccessAnyLayer()
        .check(CLASSES);
  }

  @Test
  void noPackagesDependOnEachOtherInACircle() {
    slices().matching("dev.mooring.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void nobodyWaitsForRedis() {
    noClasses()
        .should()
        .callMethodWhere(
            target(owner(JavaClass.Predicates.resideInAPackage("io.lettuce..")))
                .and(target(nameMatching("sync"))))
        .check(CLASSES);
  }

  @Test
  void nothingBlocksWhereEventLoopsRun() {
    noClasses()
        .that()
        .resideInAnyPackage(EVENT_LOOP_PACKAGES)
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethodWhere(
            target(owner(JavaClass.Predicates.assignableTo(java.util.concurrent.Future.class)))
                .and(target(nameMatching("get|join"))))
        .orShould()
        .callMethodWhere(
            target(owner(JavaClass.Predicates.resideInAPackage("java.util.concurrent..")))
                .and(target(nameMatching("await|acquire|take|invokeAll|awaitTermination"))))
        .check(CLASSES);
  }
}
