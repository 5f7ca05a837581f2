/** One turn: where it went, what it took, and how that came about. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { get, path } from "../api.js";
import { count, dateTime, millis, place, usd } from "../format.js";
import { facts, sessionLink, shares, status, tokenBar, tokenLegend } from "../parts.js";
import { Resource } from "../resource.js";
import { trail } from "../trail.js";
import { moveWords, outcomeWords, reasonWords } from "../words.js";

const explained = (word, meaning) => (word === undefined ? undefined : meaning === "" ? word : word + ": " + meaning);

function moved(turn) {
  return html`<p class="notice"><strong>This turn moved</strong> from ${place(turn.movedFrom)} to ${place(turn)}: ${moveWords(turn)}.</p>`;
}

function usage(turn) {
  const { cached, written, fresh } = shares(turn);
  return html`<section class="panel" aria-labelledby="usage">
    <h2 id="usage">What it took</h2>
    ${turn.inputTokens === undefined ? nothing : html`${tokenBar(turn)}${tokenLegend()}`}
    ${facts([
      ["Cached", turn.inputTokens === undefined ? undefined : count(cached)],
      ["Written", turn.inputTokens === undefined ? undefined : count(written)],
      ["Fresh", turn.inputTokens === undefined ? undefined : count(fresh)],
      ["Output", count(turn.outputTokens)],
      ["Cost", usd(turn.costUsd)],
      ["Saved", usd(turn.savedUsd)],
      ["Kept by staying", usd(turn.keptUsd)],
      ["Took", millis(turn.latencyMillis)],
    ])}
  </section>`;
}

const detail = (turn) => html`${turn.moved ? moved(turn) : nothing}
  ${turn.error === undefined ? nothing : html`<p class="problem">${turn.error}</p>`}
  <section class="panel" aria-labelledby="where">
    <h2 id="where">Where it went</h2>
    ${facts([
      ["Ended", dateTime(turn.time)],
      ["Session", sessionLink(turn)],
      ["Session from", turn.sessionSource],
      ["Client key", turn.key === undefined ? turn.team : turn.team + " / " + turn.key],
      ["API", turn.api],
      ["Model", turn.model],
      ["Served by", place(turn)],
      ["As", turn.upstreamModel],
      ["Status", status(turn.status)],
      ["Outcome", explained(turn.outcome, outcomeWords(turn.outcome))],
      ["Reason", explained(turn.reason, reasonWords(turn.reason))],
      ["Pinned provider", turn.pinnedProvider],
      ["Displaced", turn.displacedProvider],
    ])}
  </section>
  ${usage(turn)}
  <section class="panel" aria-labelledby="trail">
    <h2 id="trail">How that came about</h2>
    ${trail(turn.trail)}
  </section>`;

export function turn(at, redraw) {
  const one = new Resource(() => get(path(["turns", at.id])), redraw);
  one.refresh();
  return {
    draw: () => html`<p class="crumbs"><a href="#/turns">Turns</a></p>
      <h1 tabindex="-1">Turn <span class="mono">${at.id}</span></h1>
      ${one.draw(detail)}`,
  };
}
