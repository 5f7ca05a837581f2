/** The gateway's time: this machine's, less what it is known to be off. */

let ahead = 0;

/** Milliseconds since 1970, by the gateway's clock. */
export function now() {
  return Date.now() + ahead;
}

/** A time of the gateway that has just passed. */
export function heard(time) {
  ahead = Date.parse(time) - Date.now();
}
