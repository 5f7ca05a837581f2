/** The form that takes the management token. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { post } from "../api.js";

export function login(done, draw) {
  let refused = undefined;

  async function submit(event) {
    event.preventDefault();
    const field = event.target.elements.token;
    try {
      await post("login", { token: field.value });
      done();
    } catch (error) {
      refused = error.status === 401 ? "That is not the management token." : error.message;
      draw();
      field.select();
    }
  }

  return {
    draw: () => html`<main class="login">
      <form class="panel" @submit=${submit}>
        <h1><img src="console/icon.svg" alt="" width="24" height="24" />Mooring</h1>
        <label for="token">Management token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required aria-describedby="token-note" />
        <p class="quiet" id="token-note">It is <code>management.token</code> of the configuration. The login lasts twelve hours.</p>
        ${refused === undefined ? nothing : html`<p class="refusal" role="alert">${refused}</p>`}
        <button class="main">Log in</button>
      </form>
    </main>`,
  };
}
