/** One session: where it is, its pins, and its turns in time. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { get, path, remove } from "../api.js";
import { confirmed } from "../confirm.js";
import { count, dateTime, hash, millis, percent, place } from "../format.js";
import { live } from "../live.js";
import { empty, facts, miss, outcome, reason, state, status, table, time, tokenBar, tokenLegend, tokens } from "../parts.js";
import { problem, Resource } from "../resource.js";
import { moveWords } from "../words.js";

const LIMIT = 100;
const HEADS = [{ name: "Model" }, { name: "State" }, { name: "Pinned to" }, { name: "As", kind: "wide" }, { name: "Actions" }];

/** Events and turns by request, the newest first; a turn knows more than its last attempt. */
function requests(events, turns) {
  const known = new Map(turns.map((turn) => [turn.requestId, { id: turn.requestId, turn, attempts: [] }]));
  for (const event of events) {
    const request = known.get(event.requestId) ?? { id: event.requestId, attempts: [] };
    request.attempts.push(event);
    known.set(event.requestId, request);
  }
  return [...known.values()]
    .map((request) => {
      request.attempts.sort((one, other) => one.attempt - other.attempt);
      return { ...request, last: request.turn ?? request.attempts.at(-1) };
    })
    .sort((one, other) => Date.parse(other.last.time) - Date.parse(one.last.time));
}

export function session(at, redraw) {
  const where = ["sessions", at.id];
  const one = new Resource(() => get(path(where)), redraw);
  const history = new Resource(async () => {
    const [recorded, recent] = await Promise.all([
      get(path([...where, "events"], { limit: LIMIT })),
      get(path(["turns"], { session: at.id, limit: LIMIT })),
    ]);
    return { all: requests(recorded.events, recent.turns), more: recorded.next };
  }, redraw);
  let refused = undefined;
  const refresh = () => Promise.all([one.refresh(), history.refresh()]);
  const heard = (event) => event.detail.session.startsWith(at.id) && refresh();
  live.addEventListener("turn", heard);
  refresh();

  async function forget(model) {
    const what = model === undefined ? "all pins of this session" : "the pin for " + model;
    if (!(await confirmed("Forget " + what + "?", "Its next request is routed as if it were new, and may lose its cache.", "Forget"))) {
      return;
    }
    try {
      await remove(path([...where, "pins"], { model }));
      refused = undefined;
    } catch (error) {
      refused = error;
    }
    refresh();
  }

  const pinRow = (pin) => html`<tr>
    <td>${pin.model}</td>
    <td>${state(pin.state)}</td>
    <td>${place(pin)}</td>
    <td class="wide">${pin.upstreamModel ?? "–"}</td>
    <td>${pin.state === "pinned" ? html`<button type="button" aria-label="Forget the pin for ${pin.model}" @click=${() => forget(pin.model)}>Forget</button>` : nothing}</td>
  </tr>`;

  function misses(row) {
    const reasons = Object.entries(row.misses);
    return reasons.length === 0 ? "none" : reasons.map(([reason, turns], i) => html`${i === 0 ? "" : ", "}${count(turns)} ${miss(reason)}`);
  }

  function summary({ session: row, pins }) {
    return html`<section class="panel" aria-labelledby="about">
        <h2 id="about">Where it is</h2>
        ${tokenBar(row)}
        ${facts([
          ["Session ID", row.sessionId],
          ["Hash", html`<span class="mono">${hash(row.session)}…</span>`],
          ["Served by", place(row)],
          ["Model", row.model],
          ["API", row.api],
          ["There since", dateTime(row.assignedAt)],
          ["First used", dateTime(row.firstUsedAt)],
          ["Last used", dateTime(row.lastUsedAt)],
          ["Requests", count(row.requests)],
          ["Input", count(row.inputTokens)],
          ["Cached", row.inputTokens > 0 ? count(row.cachedTokens) + " (" + percent((row.cachedTokens ?? 0) / row.inputTokens) + ")" : undefined],
          ["Output", count(row.outputTokens)],
          ["Switches", count(row.switches)],
          ["Cache misses", misses(row)],
          ["Last miss", row.lastMiss === undefined ? undefined : html`${miss(row.lastMiss.reason)}, ${time(row.lastMiss.time)}`],
          ["Active", row.active ? "yes" : "no"],
        ])}
      </section>
      <section class="panel" aria-labelledby="pins">
        <h2 id="pins">Pins</h2>
        ${pins.length === 0 ? empty("It has no pin.") : table("Pins", HEADS, pins.map(pinRow))}
        ${pins.some((pin) => pin.state === "pinned") ? html`<p><button type="button" @click=${() => forget()}>Forget all</button></p>` : nothing}
      </section>`;
  }

  const attempt = (event) => html`<li>${event.attempt}. ${place(event)} ${status(event.status)} <span class="quiet">${millis(event.latencyMillis)} · ${event.reason}</span></li>`;

  function request({ id, turn, attempts, last }) {
    return html`<li class=${turn?.moved ? "moved" : ""}>
      <div class="head">
        ${turn === undefined ? time(last.time) : html`<a href="#/turns/${id}" aria-label="Turn ${id}">${time(last.time)}</a>`}
        <strong>${place(last)}</strong> ${status(last.status)}
        <span class="quiet">${last.model}</span>
      </div>
      <div>${turn === undefined ? nothing : html`${outcome(turn.outcome)} · `}${reason(last.reason)} · ${millis(last.latencyMillis)}</div>
      ${turn?.moved ? html`<div><strong>Moved</strong> from ${place(turn.movedFrom)}: ${moveWords(turn)}</div>` : nothing}
      ${attempts.length > 1 ? html`<ol class="attempts">${attempts.map(attempt)}</ol>` : nothing}
      ${tokens(last)}
    </li>`;
  }

  function timeline({ all, more }) {
    return all.length === 0
      ? empty("No turns are on record.")
      : html`${tokenLegend()}
          <ol class="timeline">
            ${all.map(request)}
          </ol>
          ${more === undefined ? nothing : html`<p class="quiet">There are older ones.</p>`}`;
  }

  return {
    draw: () => html`<p class="crumbs"><a href="#/sessions">Sessions</a></p>
      <h1 tabindex="-1">Session <span class="mono">${hash(at.id)}</span></h1>
      ${refused === undefined ? nothing : problem(refused)}
      ${one.draw(summary)}
      <section class="panel" aria-labelledby="timeline">
        <h2 id="timeline">Turns, newest first</h2>
        ${history.draw(timeline)}
      </section>`,
    close: () => live.removeEventListener("turn", heard),
  };
}
