/** What this node does now: numbers, charts, providers, moves, the newest turns. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Chart } from "../chart.js";
import { now } from "../clock.js";
import { brief, count, distance, percent, place, rate, usd } from "../format.js";
import { live } from "../live.js";
import { empty, sessionLink, time, tokenLegend, turnTable } from "../parts.js";
import { moveWords } from "../words.js";
import { providers } from "./providers.js";

const STEP = 10;
const STEPS = 180;
const MOVES = 8;
const TURNS = 15;

/** The steps of half an hour up to now; where there were no turns they are empty. */
function filled(series) {
  const known = new Map(series.map((step) => [Date.parse(step.time) / 1000, step]));
  const last = Math.floor(now() / 1000 / STEP) * STEP;
  const first = Math.max(last - STEP * (STEPS - 1), Math.min(last, ...known.keys()));
  const times = [];
  for (let at = first; at <= last; at += STEP) {
    times.push(at);
  }
  return { times, steps: times.map((at) => known.get(at)) };
}

const sum = (series, field) => series.reduce((total, step) => total + (step[field] ?? 0), 0);

const tile = (name, value, note) => html`<div class="panel tile"><dt>${name}</dt><dd class="big">${value}</dd><dd class="quiet">${note}</dd></div>`;

function tiles({ totals, series, activeSessions }) {
  const input = sum(series, "inputTokens");
  const recent = input === 0 ? undefined : sum(series, "cachedTokens") / input;
  return html`<dl class="tiles">
    ${tile("Requests / s", rate(live.rate()), count(totals.requests) + " in all, " + count(totals.failed) + " failed")}
    ${tile("Input from the cache", percent(recent), percent(totals.hitRate) + " since start")}
    ${tile("Saved by the cache", usd(totals.savedUsd), "spent " + usd(totals.costUsd))}
    ${tile("Kept by staying", usd(totals.keptUsd), "of what the cache saved")}
    ${tile("Active sessions", count(activeSessions), "in the last 10 min")}
    ${tile("Moves", count(sum(series, "moves")), "in 30 min, " + count(totals.moves) + " since start")}
  </dl>`;
}

const move = (turn) => html`<li>
  <div>${time(turn.time)} ${sessionLink(turn)} <span class="quiet">${turn.model}</span></div>
  <div><span>${place(turn.movedFrom)}</span> <span aria-label="to">→</span> <strong>${place(turn)}</strong></div>
  <div class="quiet">${moveWords(turn)} (${turn.reason}) · <a href="#/turns/${turn.requestId}">trail<span class="hidden"> of ${turn.requestId}</span></a></div>
</li>`;

function moves(all) {
  return html`<section class="panel" aria-labelledby="moves">
    <h2 id="moves">Sessions that moved</h2>
    ${all.length === 0
      ? empty("None. Every session has stayed where its cache is.")
      : html`<ol class="moves">${all.slice(0, MOVES).map(move)}</ol>
          <p><a href="#/turns?moved=true">All turns that moved</a></p>`}
  </section>`;
}

function nothingYet() {
  return html`<section class="panel empty">
    <h2>No requests yet</h2>
    <p>Point a client at this gateway's API listener, for example at <code>/v1/messages</code> or <code>/v1/chat/completions</code>. Its turns appear here as they end.</p>
  </section>`;
}

export function overview(at, redraw) {
  const requests = new Chart("Requests a second", [{ name: "all", colour: "accent" }, { name: "failed", colour: "bad", dash: true }], (n) => String(Number(n.toFixed(2))));
  const hits = new Chart("Input tokens from the cache", [{ name: "share", colour: "cached" }], (share) => Math.round(100 * share) + " %", 1);
  const saved = new Chart("Saved in ten seconds", [{ name: "saved", colour: "cached" }, { name: "kept by staying", colour: "accent", dash: true }], usd);
  const health = providers(redraw);
  let drawn = undefined;

  function charts(series) {
    if (drawn !== series) {
      drawn = series;
      const { times, steps } = filled(series);
      requests.set([times, steps.map((s) => (s?.requests ?? 0) / STEP), steps.map((s) => (s?.failed ?? 0) / STEP)]);
      hits.set([times, steps.map((s) => (s === undefined || s.inputTokens === 0 ? null : s.cachedTokens / s.inputTokens))]);
      saved.set([times, steps.map((s) => s?.savedUsd ?? 0), steps.map((s) => s?.keptUsd ?? 0)]);
    }
    return html`<div class="charts">
      ${requests.draw(count(sum(series, "requests")) + " requests in half an hour")}
      ${hits.draw(brief(sum(series, "cachedTokens")) + " of " + brief(sum(series, "inputTokens")) + " tokens in half an hour")}
      ${saved.draw(usd(sum(series, "savedUsd")) + " in half an hour")}
    </div>`;
  }

  function draw() {
    const told = live.overview;
    if (told === undefined) {
      return html`<h1 tabindex="-1" class="hidden">Overview</h1><p class="quiet" aria-busy="true">Loading…</p>${health.draw()}`;
    }
    const { node } = told;
    return html`<h1 tabindex="-1" class="hidden">Overview</h1>
      ${tiles(told)} ${charts(told.series)}
      ${told.totals.requests === 0 ? nothingYet() : nothing}
      <div class="columns">${health.draw()}${moves(told.moves)}</div>
      <section class="panel" aria-labelledby="newest">
        <h2 id="newest">Newest turns</h2>
        ${live.turns.length === 0 ? empty("None yet.") : html`${tokenLegend()}${turnTable("Newest turns", live.turns.slice(0, TURNS))}`}
      </section>
      <p class="quiet">Mooring ${node.version}, ${node.state}, up since ${distance(node.startedAt)}; ${node.store.type} store ${node.store.status}. The numbers are this node's.</p>`;
  }

  return {
    draw,
    close() {
      [requests, hits, saved, health].forEach((each) => each.close());
    },
  };
}
