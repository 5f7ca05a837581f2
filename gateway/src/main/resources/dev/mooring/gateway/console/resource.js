/** Something that is asked of the admin API, with what became of it. */

import { html, nothing } from "./vendor/lit-html/lit-html.js";

export class Resource {
  value = undefined;
  refused = undefined;
  #ask;
  #redraw;
  #asked = 0;

  /** Takes a function that asks, and one that draws anew once there is an answer. */
  constructor(ask, redraw) {
    this.#ask = ask;
    this.#redraw = redraw;
  }

  /** Asks again; what was there stays until the answer. An answer to an older question is dropped. */
  async refresh() {
    const asked = ++this.#asked;
    let value = this.value;
    let refused = undefined;
    try {
      value = await this.#ask();
    } catch (error) {
      refused = error;
    }
    if (asked === this.#asked) {
      this.value = value;
      this.refused = refused;
      this.#redraw();
    }
  }

  /** Draws the answer, or that there is none yet, or why there is none. */
  draw(answer) {
    if (this.value === undefined && this.refused === undefined) {
      return html`<p class="quiet" aria-busy="true">Loading…</p>`;
    }
    return html`${this.refused === undefined ? nothing : problem(this.refused, () => this.refresh())}
    ${this.value === undefined ? nothing : answer(this.value)}`;
  }
}

/** Says what was refused, with a way to try again. */
export function problem(refused, again) {
  const status = refused.status > 0 ? "Answered with " + refused.status + ": " : "";
  return html`<div class="problem" role="alert">
    <p>${status}${refused.message}</p>
    ${again === undefined ? nothing : html`<button type="button" @click=${again}>Try again</button>`}
  </div>`;
}
