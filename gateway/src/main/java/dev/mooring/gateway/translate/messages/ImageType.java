package dev.mooring.gateway.translate.messages;

/** The media types of images, which Anthropic's API wants to be told. */
final class ImageType {
  private ImageType() {}

  /** The type itself, or, where it is {@code image/*}, what the data begins like. */
  static String of(String mediaType, String base64) {
    if (mediaType.equals("image/jpg")) {
      return "image/jpeg";
    }
    if (!mediaType.equals("image/*")) {
      return mediaType;
    }
    if (base64.startsWith("/9j/")) {
      return "image/jpeg";
    }
    if (base64.startsWith("R0lG")) {
      return "image/gif";
    }
    return base64.startsWith("UklG") ? "image/webp" : "image/png";
  }
}
