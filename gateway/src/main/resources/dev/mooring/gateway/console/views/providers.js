/** Providers and credentials with their health, and what can be done about it. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { get, path, post } from "../api.js";
import { confirmed } from "../confirm.js";
import { count, distance } from "../format.js";
import { empty, state, table } from "../parts.js";
import { problem, Resource } from "../resource.js";

const REFRESH_MILLIS = 3_000;

const HEADS = [{ name: "Provider, credential" }, { name: "State" }, { name: "Running", kind: "num wide" }, { name: "Actions" }];

const CONSEQUENCES = {
  drain: "Sessions that are there stay; new ones go elsewhere, on every node. Nothing that runs is cut off.",
  undrain: "It takes new sessions again, on every node.",
  reset: "It counts as healthy again, on every node, until it fails.",
};

const VERBS = { drain: "Drain", undrain: "Undrain", reset: "Reset" };

export function providers(redraw) {
  const all = new Resource(() => get("providers"), redraw);
  let refused = undefined;
  all.refresh();
  const timer = setInterval(() => document.hidden || all.refresh(), REFRESH_MILLIS);

  async function act(verb, provider, credential) {
    const name = credential === undefined ? provider : provider + " / " + credential;
    if (!(await confirmed(VERBS[verb] + " " + name + "?", CONSEQUENCES[verb], VERBS[verb]))) {
      return;
    }
    const parts = credential === undefined ? [provider, verb] : [provider, "credentials", credential, verb];
    try {
      await post(path(["providers", ...parts]));
      refused = undefined;
    } catch (error) {
      refused = error;
    }
    all.refresh();
  }

  function actions(of, provider, credential) {
    const verbs = [of.draining ? "undrain" : "drain", ...(of.state === "healthy" ? [] : ["reset"])];
    const name = credential === undefined ? "provider " + provider : "credential " + credential + " of " + provider;
    return verbs.map(
      (verb) => html`<button type="button" aria-label="${VERBS[verb]} ${name}" @click=${() => act(verb, provider, credential)}>${VERBS[verb]}</button> `,
    );
  }

  const states = (of) => html`${state(of.state)} ${of.draining ? state("draining") : nothing}`;

  const trouble = (health) => html`<div class="quiet trouble">${health.model}: ${health.state}${health.cause === undefined ? "" : ", " + health.cause.replaceAll("_", " ")}${
    health.until === undefined ? "" : ", again " + distance(health.until)
  }</div>`;

  const credentialRow = (provider, credential) => html`<tr>
    <td class="inner">${credential.id}${credential.cacheScope === undefined || credential.cacheScope === credential.id ? nothing : html` <span class="quiet">cache ${credential.cacheScope}</span>`}</td>
    <td>${states(credential)}${(credential.models ?? []).filter((health) => health.state !== "healthy").map(trouble)}</td>
    <td class="num wide">${count(credential.inFlight)}</td>
    <td>${actions(credential, provider.id, credential.id)}</td>
  </tr>`;

  const providerRows = (provider) => html`<tr class="group">
      <th scope="row">${provider.id} <span class="quiet wide">${provider.type}</span></th>
      <td>${states(provider)}</td>
      <td class="num wide">${count(provider.inFlight)}</td>
      <td>${actions(provider, provider.id)}</td>
    </tr>
    ${provider.credentials.map((credential) => credentialRow(provider, credential))}`;

  return {
    draw: () => html`<section class="panel" aria-labelledby="providers">
      <h2 id="providers">Providers</h2>
      ${refused === undefined ? nothing : problem(refused)}
      ${all.draw(({ providers: known }) =>
        known.length === 0 ? empty("The configuration names no provider.") : table("Providers", HEADS, known.map(providerRows)),
      )}
    </section>`,
    close: () => clearInterval(timer),
  };
}
