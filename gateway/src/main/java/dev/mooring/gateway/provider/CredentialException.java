package dev.mooring.gateway.provider;

import java.util.concurrent.CompletionException;

/** What a credential stands for, a token or keys, could not be had. */
public final class CredentialException extends RuntimeException {
  private final boolean refused;

  /**
   * @param message what a caller may be told
   * @param refused whether the credential was refused, rather than nobody reached
   * @param cause what the log is told
   */
  private CredentialException(String message, boolean refused, Throwable cause) {
    super(message, cause, false, false);
    this.refused = refused;
  }

  /** One that the log is told no more of. */
  CredentialException(String message, boolean refused) {
    super(message, null, false, false);
    this.refused = refused;
  }

  /** A credential that whoever gives tokens did not accept. */
  static CredentialException refused(Throwable cause) {
    return new CredentialException(
        "the provider's credential was refused where it is exchanged for a token", true, cause);
  }

  /** Nobody gave an answer. */
  static CredentialException unreachable(Throwable cause) {
    return new CredentialException(
        "no token could be had for the provider's credential", false, cause);
  }

  /** Whether the credential was refused: the same again would be refused as well. */
  public boolean refused() {
    return refused;
  }

  /** A failure of a fetch, told as one of these. */
  static CredentialException of(Throwable failure) {
    Throwable told =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return told instanceof CredentialException known ? known : unreachable(told);
  }

  /** What is behind a failure of a fetch, in the words of who met it. */
  static String cause(Throwable failure) {
    CredentialException told = of(failure);
    Throwable behind = told.getCause();
    return String.valueOf(behind == null ? told.getMessage() : behind.toString());
  }
}
