/** Asks before something is changed. */

import { html, render } from "./vendor/lit-html/lit-html.js";

/** Shows a question and resolves to whether it was confirmed. */
export function confirmed(question, consequence, verb) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "question");
  document.body.append(dialog);
  render(
    html`<form method="dialog">
      <h2 id="question">${question}</h2>
      <p>${consequence}</p>
      <p class="actions">
        <button value="no" autofocus>Cancel</button>
        <button value="yes" class="main">${verb}</button>
      </p>
    </form>`,
    dialog,
  );
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "yes");
      dialog.remove();
    });
  });
}
