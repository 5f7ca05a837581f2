/** Where a request would go, and why: a form, and the answer as steps. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { get, post } from "../api.js";
import { count, hash, place, usd } from "../format.js";
import { state, table } from "../parts.js";
import { problem, Resource } from "../resource.js";
import { trail } from "../trail.js";
import { outcomeWords } from "../words.js";

const AI_SDK = "/v4/ai/language-model";
const ROUTES = ["/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/messages/count_tokens", "/v1/responses/compact", "/v1/embeddings", AI_SDK];

const HEADS = [
  { name: "#", kind: "num" },
  { name: "Candidate" },
  { name: "As", kind: "wide" },
  { name: "Condition" },
  { name: "Prompt would cost", kind: "num" },
];

/** "name: value" lines as an object. */
function headers(text) {
  const pairs = text
    .split("\n")
    .filter((line) => line.includes(":"))
    .map((line) => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()]);
  return Object.fromEntries(pairs);
}

function example(path, model) {
  if (path === AI_SDK) {
    return JSON.stringify({ prompt: [{ role: "user", content: [{ type: "text", text: "Hello" }] }] }, null, 2);
  }
  const turn = [{ role: "user", content: "Hello" }];
  const body = path === "/v1/responses" || path === "/v1/embeddings" ? { model, input: "Hello" } : { model, messages: turn };
  return JSON.stringify(path.startsWith("/v1/messages") ? { ...body, max_tokens: 64 } : body, null, 2);
}

const candidate = (each, index) => html`<tr>
  <td class="num">${index + 1}</td>
  <td>${place(each)}${each.byok ? html` <span class="quiet">the caller's own</span>` : nothing}</td>
  <td class="wide">${each.upstreamModel}</td>
  <td>${state(each.condition)}</td>
  <td class="num">${usd(each.estimatedInputCostUsd)}</td>
</tr>`;

const pinWords = (pin) => (pin.state === "pinned" ? "Pinned to " + place(pin) + "." : pin.state === "expired" ? "The pin has expired." : "No pin yet.");

const model = (each) => html`<li class="panel">
  <h2>Plan for ${each.model}</h2>
  <p>${pinWords(each.pin)} Outcome <strong>${each.outcome}</strong>: ${outcomeWords(each.outcome)}.
    ${each.displacedProvider === undefined ? nothing : html`It displaces ${each.displacedProvider}.`}</p>
  <p class="quiet">${each.planningReasoning}</p>
  ${table("Candidates for " + each.model, HEADS, each.candidates.map(candidate))}
</li>`;

function answer(told) {
  return html`<h2 class="hidden">Answer</h2>
    <ol class="steps">
      <li class="panel">
        <h2>Session</h2>
        ${told.session === undefined
          ? html`<p>The request belongs to no session.</p>`
          : html`<p><a class="mono" href="#/sessions/${told.session.hash}">${told.session.id ?? hash(told.session.hash)}</a>,
              ${told.session.kind}, from ${told.session.source.replaceAll("_", " ")}. About ${count(told.promptTokens)} prompt tokens.</p>`}
      </li>
      <li class="panel">
        <h2>Filters and order</h2>
        ${trail(told.trail)}
      </li>
      ${told.error === undefined ? nothing : html`<li class="panel"><h2>Refused</h2><p class="problem">${told.error.status} ${told.error.type}: ${told.error.message}</p></li>`}
      ${told.models.map(model)}
    </ol>`;
}

export function explain(at, redraw) {
  let path = ROUTES[0];
  let body = undefined;
  let told = undefined;
  let refused = undefined;
  const known = new Resource(async () => {
    const config = await get("config");
    const teams = Object.values(config.teams ?? {});
    const models = config.models ?? {};
    return {
      model: Array.isArray(models) ? models[0]?.id : Object.keys(models)[0],
      keys: teams.flatMap((team) => (team.keys ?? []).map((key) => team.id + "/" + key.id)),
    };
  }, redraw);
  known.refresh();

  async function submit(event) {
    event.preventDefault();
    const fields = event.target.elements;
    const [team, key] = (fields.key?.value ?? "").split("/");
    const who = key === undefined ? {} : { team, key };
    try {
      told = await post("explain", { path, headers: headers(fields.headers.value), body: fields.body.value, ...who });
      refused = undefined;
    } catch (error) {
      told = undefined;
      refused = error;
    }
    redraw();
  }

  const form = ({ model: first, keys }) => html`<form class="panel explain" @submit=${submit}>
    <label for="route">Route</label>
    <select id="route" name="route" @change=${(event) => {
      path = event.target.value;
      redraw();
    }}>
      ${ROUTES.map((route) => html`<option ?selected=${route === path}>${route}</option>`)}
    </select>
    ${keys.length === 0
      ? nothing
      : html`<label for="key">Client key</label>
          <select id="key" name="key">
            ${keys.map((key) => html`<option>${key}</option>`)}
          </select>`}
    <label for="headers">Headers, one a line</label>
    <textarea id="headers" name="headers" rows="3" spellcheck="false" placeholder=${path === AI_SDK ? "ai-language-model-id: " + (first ?? "model") : "x-session-id: my-session"}></textarea>
    <label for="body">Body</label>
    <textarea id="body" name="body" rows="10" spellcheck="false" required .value=${body ?? example(path, first ?? "model")} @input=${(event) => (body = event.target.value)}></textarea>
    <p class="actions"><button class="main">Explain</button> <span class="quiet">Calls nobody upstream and writes nothing.</span></p>
  </form>`;

  return {
    draw: () => html`<h1 tabindex="-1">Explain a request</h1>
      <div class="columns">
        ${known.draw(form)}
        <div aria-live="polite">
          ${refused === undefined ? nothing : problem(refused)}
          ${told === undefined ? html`<p class="empty">Where would a request go, and why? The answer appears here.</p>` : answer(told)}
        </div>
      </div>`,
  };
}
