package dev.mooring.gateway.simulator;

import static dev.mooring.gateway.simulator.ApiError.plain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Amazon Bedrock. */
record AwsVendor() implements Vendor {

  @Override
  public Presented presented(HttpServerRequest request) {
    AwsSignature signature = AwsSignature.of(request);
    return signature == null ? Presented.key(request) : new Presented.Signed(signature);
  }

  @Override
  public ApiError error(int status) {
    return switch (status) {
      case 400 -> plain(400, "ValidationException", "The request is not valid.");
      case 401, 403 ->
          plain(
              status,
              "AccessDeniedException",
              "You don't have access to the model with the specified model ID.");
      case 404 ->
          plain(
              404,
              "ResourceNotFoundException",
              "Could not resolve the foundation model from the provided model identifier.");
      case 408 -> plain(408, "ModelTimeoutException", "The model took too long to answer.");
      case 424 ->
          plain(424, "ModelErrorException", "The model failed while processing the request.");
      case 429 ->
          plain(429, "ThrottlingException", "Too many requests, please wait before trying again.");
      case 503 ->
          plain(503, "ServiceUnavailableException", "Bedrock is unable to process your request.");
      default ->
          status < 500
              ? plain(status, "ValidationException", "The request is not valid.")
              : plain(
                  status,
                  "InternalServerException",
                  "The system encountered an unexpected error during processing. Try your request"
                      + " again.");
    };
  }

  @Override
  public ApiError denied(Denial denial) {
    return switch (denial) {
      case MISSING ->
          plain(403, "MissingAuthenticationTokenException", "Missing Authentication Token");
      case UNKNOWN ->
          plain(
              403,
              "UnrecognizedClientException",
              "The security token included in the request is invalid.");
      case WRONG_SIGNATURE ->
          plain(
              403,
              "InvalidSignatureException",
              "The request signature we calculated does not match the signature you provided."
                  + " Check your AWS Secret Access Key and signing method.");
    };
  }

  @Override
  public ApiError unknownModel(String model) {
    return invalid("The provided model identifier is invalid.");
  }

  @Override
  public ObjectNode body(ApiError error, String requestId) {
    return Json.object().put("message", error.message());
  }

  @Override
  public Map<String, String> headers(
      String contentType, String requestId, @Nullable SimulatedCredential credential) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    headers.put("x-amzn-requestid", requestId);
    return headers;
  }

  @Override
  public Map<String, String> errorHeaders(ApiError error) {
    return Map.of(
        "x-amzn-errortype", error.type() + ":http://internal.amazon.com/coral/com.amazon.bedrock/");
  }
}
