import { createHmac, randomBytes } from "node:crypto";
import type { WebhookEvent } from "../index.js";
import { isLiveKey, isLoopback } from "../options.js";
import { sleep } from "../retry.js";
import { type Call, type Command, UsageError } from "./command.js";
import { eventsOf, FOLLOWING } from "./events.js";

/** The wait before each attempt. The service's own schedule takes three days; here somebody is looking on. */
const ATTEMPT_DELAYS_MS = [0, 5_000, 15_000, 60_000, 300_000];
/** As long as the service waits for a response. */
const TIMEOUT_MS = 15_000;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

export const LISTEN: Command = {
  summary: "Forwards each event to a server on this machine, signed as a webhook, until Ctrl-C",
  more: `It signs with WEBHOOK_SECRET, or without it with a secret of its own, which it prints.
What gets no 2xx is sent again: after 5 s, 15 s, 60 s and 300 s. It asks the API for events,
so the test events of an endpoint, which are no events of a checkout, do not come.`,
  options: {
    "forward-to": { value: "URL", help: "Your receiver: http://localhost:4000/webhooks/provider-checkout" },
    remote: { help: "Forwards to another machine too. Events hold students' names and email addresses" },
    live: { help: "Takes a live key. Its events are of real students" },
    ...FOLLOWING,
  },
  async run(call) {
    const url = call.valueOf("forward-to");
    if (url === undefined || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
      throw new UsageError(
        "--forward-to is the address of your receiver, such as http://localhost:4000/webhooks",
      );
    if (!isLoopback(url) && !call.has("remote"))
      throw new UsageError(`${url} is not on this machine. Use --remote to send events there.`);
    if (isLiveKey(call.settings.apiKey) && !call.has("live"))
      throw new UsageError("This is a live key, whose events are of real students. Use --live to send them.");
    const given = process.env.WEBHOOK_SECRET;
    const secret = given ?? `whsec_${randomBytes(32).toString("base64")}`;
    const [, key] = SECRET.exec(secret) ?? [];
    if (key === undefined)
      throw new UsageError("WEBHOOK_SECRET is not whsec_ and base64. Without it a secret is made here.");
    const events = eventsOf(call);
    call.note(`Events of ${call.settings.baseUrl} go to ${url}.`);
    call.note(given === undefined ? `WEBHOOK_SECRET=${secret}` : "They are signed with WEBHOOK_SECRET.");
    const receiver = { url, key: Buffer.from(key, "base64") };

    const repeated = new Set<Promise<void>>();
    for await (const event of events) {
      if (await deliver(call, receiver, event, 1)) continue;
      // Others go on meanwhile, as they do with the service.
      const again = repeat(call, receiver, event).finally(() => repeated.delete(again));
      repeated.add(again);
    }
    await Promise.all(repeated);
    return true;
  },
};

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
  call.print(call.has("json") ? JSON.stringify({ event_id, type, attempt, status, fault }) : line.join("  "));
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
