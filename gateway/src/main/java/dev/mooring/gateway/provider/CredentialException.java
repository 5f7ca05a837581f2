package dev.mooring.gateway.provider;

/** What a credential stands for, a token or a key, could not be had. */
public final class CredentialException extends RuntimeException {
  private final boolean refused;

  /**
   * @param message what went wrong, without anything secret
   * @param refused whether the credential was refused, rather than nobody reached
   */
  public CredentialException(String message, boolean refused) {
    super(message, null, false, false);
    this.refused = refused;
  }

  /** Whether the credential was refused: the same again would be refused as well. */
  public boolean refused() {
    return refused;
  }
}
