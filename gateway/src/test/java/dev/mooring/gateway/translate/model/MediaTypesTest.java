package dev.mooring.gateway.translate.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypesTest {

  @ParameterizedTest
  @CsvSource({
    "image/heic, iVBORw0KGgo, a.png, image/heic",
    "image/*, iVBORw0KGgoAAA, , image/png",
    "image/*, /9j/4AAQ, , image/jpeg",
    "'', JVBERi0xLjQ, , application/pdf",
    "application/octet-stream, xxxx, Notes.MD, text/markdown",
    "image/*, xxxx, , image/*",
    "'', xxxx, noending, ''"
  })
  void whatIsSaidCountsThenTheFirstBytesThenTheName(
      String said, String base64, String name, String type) {
    Part.Media.Source data = new Part.Media.Source.Data(base64);

    assertThat(MediaTypes.of(new Part.Media(said, data, name, null, null))).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example/b.webp?c=d.png, image/webp",
    "https://a.example/b.JPG#e, image/jpeg",
    "https://a.example/b, image/*"
  })
  void aUrlTellsByTheEndOfItsPath(String url, String type) {
    Part.Media.Source source = new Part.Media.Source.Url(url);

    assertThat(MediaTypes.of(new Part.Media("image/*", source, null, null, null))).isEqualTo(type);
  }
}
