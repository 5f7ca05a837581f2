/** The admin API. */

const ROOT = "admin/v1/";

/** What the admin API refused, or that it did not answer; then the status is 0. */
export class Refused extends Error {
  constructor(status, message, param) {
    super(message);
    this.status = status;
    this.param = param;
  }
}

async function call(method, path, body) {
  const headers = { accept: "application/json" };
  if (method !== "GET") {
    headers["x-mooring-console"] = "1";
  }
  if (body !== undefined) {
    headers["content-type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch {
    throw new Refused(0, "The gateway does not answer.");
  }
  const text = await response.text();
  const answer = parsed(text);
  if (response.ok) {
    return answer;
  }
  if (response.status === 401 && path !== "login") {
    document.dispatchEvent(new CustomEvent("mooring-login"));
  }
  const error = answer?.error ?? {};
  throw new Refused(response.status, error.message ?? response.statusText, error.param);
}

function parsed(text) {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A path of parts and, where they have a value, query parameters. */
export function path(parts, query = {}) {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(asked).toString();
  return parts.map(encodeURIComponent).join("/") + (search === "" ? "" : "?" + search);
}

export const get = (where) => call("GET", where);
export const post = (where, body) => call("POST", where, body);
export const remove = (where) => call("DELETE", where);
