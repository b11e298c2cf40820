import type { components } from "./schema.js";

/** A schema of the API's document by its name: `Schema<"Checkout">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** What each method that sends a request takes last. */
export interface RequestOptions {
  signal?: AbortSignal;
}

export interface CreateOptions extends RequestOptions {
  /** 1 to 255 printable ASCII characters. Name your own, and a process that starts anew can repeat the request. */
  idempotencyKey?: string;
}

/**
 * The options of a call, which a wrong one cannot go through in silence.
 * @throws TypeError where it is no object, or has an option that is not taken
 */
export function optionsOf<Options extends object>(
  call: string,
  options: Options,
  ...taken: (keyof Options & string)[]
): Options {
  const takes = `${call} takes the options { ${taken.join(", ")} }`;
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${takes}, not ${options === null ? "null" : typeof options}`);
  // What is inherited too: a signal in place of { signal }.
  for (const name in options)
    if (!(taken as string[]).includes(name)) throw new TypeError(`${takes}, not ${name}`);
  return options;
}

/**
 * @returns the deployment's address, with no slash at its end
 * @throws TypeError that says what to write
 */
export function addressOf(name: string, text: unknown): string {
  const write = "write the deployment's address, such as https://checkout.example.com";
  if (typeof text !== "string" || text === "") throw new TypeError(`${name} is missing: ${write}`);
  // Neither is shown.
  if (/pc_(test|live)_|@/.test(text))
    throw new TypeError(`${name} must be an address, without an API key or a password`);
  const address = text.replace(/\/+$/, "");
  if (!/^https?:\/\//.test(text) || !URL.canParse(text) || /[?#]|\/v1$/.test(address))
    throw new TypeError(`${name} ${text} is not an address: ${write}, without /v1`);
  return address;
}

/**
 * The key, which no header would be sent with if it held more: that error would name it, in whatever log it ends.
 * @throws TypeError without the key
 */
export function keyOf(text: unknown): string {
  if (typeof text === "string" && /^(?!Bearer\b)[!-~]+$/i.test(text)) return text;
  throw new TypeError("apiKey must be pc_test_… or pc_live_…, without Bearer and white space");
}

export const isLiveKey = (key: string | undefined) => key?.startsWith("pc_live_") === true;

/** Whether what is sent to an address stays on this machine. */
export const isLoopback = (address: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/**
 * A live key is sent by https only: over plain http others on the way can read it.
 * @throws TypeError
 */
export function checkTransport(address: string, key: string | undefined): void {
  if (isLiveKey(key) && new URL(address).protocol === "http:" && !isLoopback(address))
    throw new TypeError(`A live key needs https, and ${address} is http`);
}

/** @throws TypeError where it is no number of milliseconds that a timer takes */
export function millisecondsOf(name: string, given: unknown, least: number): number {
  if (typeof given !== "number" || !(given >= least && given < 2 ** 31))
    throw new TypeError(`${name} must be a number of milliseconds, ${least} or more, not ${String(given)}`);
  return given;
}
