/** The pieces that several views are made of. */

import { html, nothing, svg } from "./vendor/lit-html/lit-html.js";
import { brief, clockTime, count, dateTime, distance, millis, place, sessionName } from "./format.js";
import { missWords, outcomeWords, reasonWords } from "./words.js";

const SIGNS = { healthy: "●", degraded: "◐", down: "✕", draining: "◌", pinned: "●", expired: "○", absent: "–" };

/** A state as sign and word. */
export const state = (word) => html`<span class="state ${word}"><span aria-hidden="true">${SIGNS[word] ?? "·"}</span> ${word}</span>`;

/** A time of day with the whole date behind it. */
export const time = (iso) => html`<time datetime=${iso ?? ""} title=${dateTime(iso)}>${clockTime(iso)}</time>`;

/** How long ago, with the whole date behind it. */
export const ago = (iso) => html`<time datetime=${iso ?? ""} title=${dateTime(iso)}>${distance(iso)}</time>`;

/** A link to a session. */
export const sessionLink = (row) => html`<a class="mono" href="#/sessions/${row.session}">${sessionName(row)}</a>`;

/** A word with its meaning behind it. */
const meant = (word, meaning) => (word === undefined ? "–" : html`<span class="word" title=${meaning}>${word}</span>`);

export const outcome = (word) => meant(word, outcomeWords(word));

export const reason = (word) => meant(word, reasonWords(word));

/** Why a cache was missed. */
export const miss = (word) => html`<span class="word" title=${missWords(word)}>${word.replaceAll("_", " ")}</span>`;

/** A status, marked where it is a failure. */
export const status = (code) => html`<span class="status ${code >= 400 ? "bad" : ""}">${code >= 400 ? "✕ " : ""}${code}</span>`;

/** Says that there is nothing, and what would change that. */
export const empty = (...words) => html`<p class="empty">${words}</p>`;

/** Input tokens by where they came from. */
export function shares(row) {
  const input = row.inputTokens ?? 0;
  const cached = row.cachedTokens ?? 0;
  const written = row.writtenTokens ?? 0;
  return { input, cached, written, fresh: Math.max(0, input - cached - written) };
}

/** Input tokens as a bar: cached, written to the cache, fresh; the numbers are its name. */
export function tokenBar(row) {
  if (row.inputTokens === undefined) {
    return html`<span class="quiet">–</span>`;
  }
  const { input, cached, written, fresh } = shares(row);
  const words = count(cached) + " cached, " + count(written) + " written, " + count(fresh) + " fresh input tokens";
  const part = (value) => (input === 0 ? 0 : (100 * value) / input);
  return html`<svg class="bar" role="img" aria-label=${words} viewBox="0 0 100 10" preserveAspectRatio="none">
    <title>${words}</title>
    ${svg`<rect class="fresh" x="0" y="0" width="100" height="10"></rect>
    <rect class="written" x="0" y="0" width=${part(cached + written)} height="10"></rect>
    <rect class="cached" x="0" y="0" width=${part(cached)} height="10"></rect>`}
  </svg>`;
}

/** What the colours of a token bar mean. */
export const tokenLegend = () => html`<ul class="legend" aria-label="Input tokens">
  ${["cached", "written", "fresh"].map(
    (word) => html`<li><svg class="key" viewBox="0 0 10 10" aria-hidden="true">${svg`<rect class=${word} width="10" height="10"></rect>`}</svg>${word}</li>`,
  )}
</ul>`;

/** A bar with its numbers beside it. */
export function tokens(row) {
  const { cached, written, fresh } = shares(row);
  return html`<span class="tokens">${tokenBar(row)}${
    row.inputTokens === undefined
      ? nothing
      : html`<span class="num quiet" aria-hidden="true">${brief(cached)} · ${brief(written)} · ${brief(fresh)}</span>`
  }</span>`;
}

/** A table that scrolls by itself where it is too wide. */
export const table = (name, heads, rows) => html`<div class="scroll" role="region" aria-label=${name} tabindex="0">
  <table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col" class=${head.kind ?? ""}>${head.name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>
</div>`;

const TURN_HEADS = [
  { name: "Time" },
  { name: "Session" },
  { name: "Model", kind: "wide" },
  { name: "Served by" },
  { name: "Outcome" },
  { name: "Reason", kind: "wide" },
  { name: "Input tokens" },
  { name: "Status" },
  { name: "Took", kind: "num wide" },
];

/** Turns as a table. */
export const turnTable = (name, turns) =>
  table(
    name,
    TURN_HEADS,
    turns.map(
      (turn) => html`<tr class=${turn.moved ? "moved" : ""}>
        <td><a href="#/turns/${turn.requestId}" aria-label="Turn of ${clockTime(turn.time)}">${time(turn.time)}</a></td>
        <td>${sessionLink(turn)}</td>
        <td class="wide">${turn.model}</td>
        <td>${turn.moved ? html`<span class="quiet">${place(turn.movedFrom)} →</span> ` : nothing}${place(turn)}</td>
        <td>${outcome(turn.outcome)}</td>
        <td class="wide">${turn.moved ? html`<strong>moved</strong> ` : nothing}${reason(turn.reason)}</td>
        <td>${tokens(turn)}</td>
        <td>${status(turn.status)}</td>
        <td class="num wide">${millis(turn.latencyMillis)}</td>
      </tr>`,
    ),
  );

/** Names and values; those without a value are left out. */
export const facts = (pairs) => html`<dl class="facts">
  ${pairs
    .filter(([, value]) => value !== undefined && value !== null && value !== "–")
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;
