package dev.mooring.gateway.translate.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.translate.model.Part.Media.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FileUrlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"https://example.com/a.png?b=;base64,c", "gs://bucket/a", "data", "data:none"})
  void aUrlSaysWhereTheFileIs(String url) {
    assertThat(FileUrl.read(url, "image/*")).isEqualTo(new FileUrl("image/*", new Source.Url(url)));
  }

  @ParameterizedTest
  @CsvSource({
    "'data:image/PNG;base64,AAA=', image/png, AAA=",
    "'DATA:image/png;name=a.png;BASE64,AAA=', image/png, AAA=",
    "'data:;base64,AAA=', image/*, AAA=",
    "'data:text/plain,a%20b+c', text/plain, YSBiK2M=",
    "'data:text/plain;charset=utf-8,5%', text/plain, NSU=",
  })
  void aDataUrlIsTheFile(String url, String type, String base64) {
    assertThat(FileUrl.read(url, "image/*")).isEqualTo(new FileUrl(type, new Source.Data(base64)));
  }

  @Test
  void aFilesUrlIsReadAsTheFile() {
    Source.Data data = new Source.Data("AAA=");

    assertThat(FileUrl.read(FileUrl.of("image/gif", data), "image/*"))
        .isEqualTo(new FileUrl("image/gif", data));
  }
}
