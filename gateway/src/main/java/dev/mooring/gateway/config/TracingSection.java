package dev.mooring.gateway.config;

import java.util.Map;

/** {@code tracing}: where traces go. */
final class TracingSection {
  private static final String PATH = "/v1/traces";

  private static final Field<String> ENDPOINT = Field.optional("endpoint", BaseUrl.parser());
  private static final Field<Map<String, String>> HEADERS =
      Field.optional("headers", Lists.headers());
  private static final Field<Double> SAMPLE_RATIO =
      Field.defaulted("sampleRatio", Values.share(), Defaults.TRACING_SAMPLE_RATIO);
  private static final Field<Boolean> GROUP_TRACES_BY_SESSION =
      Field.defaulted(
          "groupTracesBySession", Values.flag(), Defaults.TRACING_GROUP_TRACES_BY_SESSION);

  static final Section SECTION =
      Section.of(ENDPOINT, HEADERS, SAMPLE_RATIO, GROUP_TRACES_BY_SESSION);

  private TracingSection() {}

  /** Binds the section. */
  static TracingConfig bind(SectionReader in) {
    return new TracingConfig(
        in.find(ENDPOINT).map(TracingSection::url).orElse(null),
        in.find(HEADERS).orElse(Map.of()),
        in.get(SAMPLE_RATIO),
        in.get(GROUP_TRACES_BY_SESSION));
  }

  /** The URL of a collector's spans: an origin gets the path that OTLP has by default. */
  private static String url(String endpoint) {
    String plain = endpoint.replaceFirst("/+$", "");
    boolean origin = plain.indexOf('/', plain.indexOf("://") + 3) < 0;
    return origin ? plain + PATH : plain;
  }
}
