/** What happens on this node, as it happens: the stream of the admin API, kept open. */

import { get } from "./api.js";
import { heard } from "./clock.js";

const KEPT = 40;
const RATE_MILLIS = 10_000;
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/** The stream and what it told. The status is off, connecting, open or lost. */
class Live extends EventTarget {
  status = "off";
  retryAt = 0;
  overview = undefined;
  turns = [];
  #samples = [];
  #source = undefined;
  #timer = 0;
  #delay = FIRST_DELAY;

  /** Opens the stream, if it is not open. */
  start() {
    if (this.status === "off") {
      this.#open();
    }
  }

  /** Closes it for good. */
  stop() {
    this.#close();
    this.#set("off");
  }

  /** Tries a lost stream again at once. */
  retry() {
    clearTimeout(this.#timer);
    this.#open();
  }

  /** Requests a second in the last ten seconds. */
  rate() {
    const since = Date.now() - RATE_MILLIS;
    while (this.#samples.length > 1 && this.#samples[1].at <= since) {
      this.#samples.shift();
    }
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    return first === undefined ? 0 : ((last.requests - first.requests) * 1000) / RATE_MILLIS;
  }

  async #open() {
    this.#close();
    this.#samples = [];
    this.#set("connecting");
    try {
      const [newest] = await Promise.all([get("turns?limit=" + KEPT), get("overview")]);
      this.turns = newest.turns;
    } catch (refused) {
      if (refused.status !== 401) {
        this.#lose();
      }
      return;
    }
    if (this.status !== "connecting") {
      return;
    }
    const source = new EventSource("admin/v1/live");
    this.#source = source;
    source.addEventListener("open", () => {
      this.#delay = FIRST_DELAY;
      this.#set("open");
    });
    source.addEventListener("overview", (event) => this.#overview(JSON.parse(event.data)));
    source.addEventListener("turn", (event) => this.#turn(JSON.parse(event.data)));
    source.addEventListener("error", () => this.#lose());
  }

  #overview(overview) {
    this.overview = overview;
    this.#samples.push({ at: Date.now(), requests: overview.totals.requests });
    this.dispatchEvent(new Event("change"));
  }

  #turn(turn) {
    heard(turn.time);
    if (this.turns.some((known) => known.requestId === turn.requestId)) {
      return;
    }
    this.turns = [turn, ...this.turns].slice(0, KEPT);
    this.dispatchEvent(new CustomEvent("turn", { detail: turn }));
    this.dispatchEvent(new Event("change"));
  }

  #lose() {
    this.#close();
    this.retryAt = Date.now() + this.#delay;
    this.#timer = setTimeout(() => this.#open(), this.#delay);
    this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY);
    this.#set("lost");
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  }

  #set(status) {
    this.status = status;
    this.dispatchEvent(new Event("change"));
  }
}

export const live = new Live();
