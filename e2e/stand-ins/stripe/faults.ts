/** What a stand-in does on a bad day. */
export const WAYS = ["reset", "html", "500", "empty", "409", "429", "401", "403", "slow"] as const;
export type Way = (typeof WAYS)[number];

export interface Fault {
  way: Way;
  /** Whether the request has its effect. */
  when: "before" | "after";
  /** Part of `POST /v1/payment_intents/…/confirm`. */
  on: RegExp;
  times: number;
}

const named = (type: string, code?: string) =>
  JSON.stringify({ error: { type, code, message: "A bad day" } });

/** What is sent in place of the response; null where none is sent. */
export function spoiled(way: Way): { status: number; body: string } | null {
  switch (way) {
    case "html":
      return { status: 200, body: "<html>Sorry</html>" };
    case "empty":
      return { status: 200, body: "{}" };
    case "500":
      return { status: 500, body: named("api_error") };
    case "409":
      return { status: 409, body: named("invalid_request_error", "idempotency_key_in_use") };
    case "429":
      return { status: 429, body: named("invalid_request_error", "rate_limit") };
    case "401":
    case "403":
      return { status: Number(way), body: named("invalid_request_error") };
    case "reset":
    case "slow":
      return null;
    default:
      return way satisfies never;
  }
}
