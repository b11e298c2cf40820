import { createHmac, randomBytes } from "node:crypto";
import type { ProviderCheckoutClient, Schema, WebhookEvent } from "../index.js";
import { isLiveKey, isLoopback } from "../options.js";
import { sleep } from "../retry.js";
import { followEvents, momentOf } from "./events.js";
import { type Settings, UsageError } from "./settings.js";

/** The wait before each attempt. The service's own schedule takes three days; here somebody is looking on. */
const ATTEMPT_DELAYS_MS = [0, 5_000, 15_000, 60_000, 300_000];
/** As long as the service waits for a response. */
const TIMEOUT_MS = 15_000;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

export interface Call {
  client: ProviderCheckoutClient;
  settings: Settings;
  options: {
    "forward-to"?: string;
    since?: string;
    "event-type"?: string;
    remote?: boolean;
    live?: boolean;
    json?: boolean;
  };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** A line of the result. */
  print(line: string): void;
  /** A line about what is under way, which is no part of the result. */
  note(line: string): void;
}

/** @throws UsageError before anything is read or sent, where an option or WEBHOOK_SECRET is wrong */
export async function listen(call: Call): Promise<void> {
  const { settings, options, note } = call;
  const url = options["forward-to"];
  if (url === undefined || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    throw new UsageError(
      "--forward-to: write the address of your receiver, such as http://localhost:4000/webhooks",
    );
  if (!isLoopback(url) && !options.remote)
    throw new UsageError(`${url} is not on this machine. Use --remote to send events there.`);
  if (isLiveKey(settings.apiKey) && !options.live)
    throw new UsageError("This is a live key. Its events are about real students. Use --live to send them.");
  const given = process.env.WEBHOOK_SECRET;
  const secret = given ?? `whsec_${randomBytes(32).toString("base64")}`;
  const [, key] = SECRET.exec(secret) ?? [];
  if (key === undefined)
    throw new UsageError(
      "WEBHOOK_SECRET must be whsec_ followed by base64. If you leave it out, a secret is made for you.",
    );
  const events = followEvents(call.client, {
    since: options.since === undefined ? undefined : momentOf(options.since),
    // The service knows the types, and refuses another one.
    type: options["event-type"] as Schema<"Event">["type"] | undefined,
    signal: call.signal,
    onTrouble: (error) =>
      note(
        error ? `The events cannot be read: ${(error as Error).message}` : "The events can be read again.",
      ),
  });
  note(`Events of ${settings.baseUrl} go to ${url}.`);
  note(given === undefined ? `WEBHOOK_SECRET=${secret}` : "They are signed with WEBHOOK_SECRET.");
  const receiver = { url, key: Buffer.from(key, "base64") };

  const repeated = new Set<Promise<void>>();
  for await (const event of events) {
    if (await deliver(call, receiver, event, 1)) continue;
    // Others go on meanwhile, as they do with the service.
    const again = repeat(call, receiver, event).finally(() => repeated.delete(again));
    repeated.add(again);
  }
  await Promise.all(repeated);
}

interface Receiver {
  url: string;
  key: Buffer;
}

async function repeat(call: Call, receiver: Receiver, event: WebhookEvent): Promise<void> {
  for (let number = 2; number <= ATTEMPT_DELAYS_MS.length; number += 1) {
    await sleep(ATTEMPT_DELAYS_MS[number - 1] ?? 0, call.signal).catch(() => {});
    if (call.signal.aborted || (await deliver(call, receiver, event, number))) return;
  }
}

/** One attempt, and a line about it. @returns whether there is nothing more to do */
async function deliver(call: Call, receiver: Receiver, event: WebhookEvent, attempt: number) {
  const { id: event_id, type, timestamp } = event;
  const { status, fault } = await send(call, receiver, event_id);
  if (call.signal.aborted) return true;
  const isTaken = status !== null && status >= 200 && status < 300;
  const wait = ATTEMPT_DELAYS_MS[attempt];
  const next = wait === undefined ? "given up; --since sends it again" : `again in ${wait / 1000} s`;
  const line = [timestamp, type, event_id, status ?? `no response (${fault})`, ...(isTaken ? [] : [next])];
  call.print(
    call.options.json ? JSON.stringify({ event_id, type, attempt, status, fault }) : line.join("  "),
  );
  return isTaken;
}

async function send(
  { client, signal }: Call,
  { url, key }: Receiver,
  id: string,
): Promise<{ status: number | null; fault: string | null }> {
  try {
    // The very bytes that the service sends: what was parsed and written again may differ.
    const params = { path: { eventId: id } };
    const { data: body, response } = await client.GET("/v1/events/{eventId}", {
      params,
      parseAs: "text",
      signal,
    });
    if (body === undefined) return { status: null, fault: `the event: ${response.status}` };
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
    const { status, body: unread } = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Provider-Checkout-Webhooks/1",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await unread?.cancel();
    return { status, fault: null };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
    return { status: null, fault: cause?.code ?? cause?.message ?? message };
  }
}
