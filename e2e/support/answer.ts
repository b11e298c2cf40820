import type { Id } from "../../lib/domain/ids";

/** What the API answered, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came
  body: any;
  bytes: Uint8Array;
  text: string;
}

const isCheckoutId = (id: unknown): id is Id<"chk"> => typeof id === "string" && id.startsWith("chk_");

/** The checkout that a response or a problem names. @throws with the response where it names none */
export function checkoutIdOf({ status, body, text }: Answer): Id<"chk"> {
  const id = body?.checkout?.checkout_id ?? body?.checkout_id;
  if (!isCheckoutId(id)) throw new Error(`No checkout: ${status} ${text.slice(0, 600)}`);
  return id;
}

/** @throws with the response where its status is another one */
export function ok(answer: Answer, status = 200): Answer {
  if (answer.status !== status)
    throw new Error(`${answer.status} in place of ${status}: ${answer.text.slice(0, 600)}`);
  return answer;
}
