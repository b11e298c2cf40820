import { Webhook } from "standardwebhooks";
import { type CheckoutEvent, record } from "./inbox";

const LONGEST_BODY = 1024 * 1024;

export async function POST(request: Request): Promise<Response> {
  const webhook = new Webhook(process.env.WEBHOOK_SECRET!);
  // The signature is over the text as it came: text, not JSON.
  const body = await textOf(request);
  if (body === null) return new Response(null, { status: 413 });
  let event: CheckoutEvent;
  try {
    const headers = Object.fromEntries(request.headers);
    event = webhook.verify(body, headers) as CheckoutEvent;
  } catch {
    return new Response("The signature does not match.", { status: 400 });
  }
  // A fault in here is answered with a 500, and the event comes again.
  await record(request.headers.get("webhook-id")!, event);
  return new Response(null, { status: 204 });
}

/** Null where it is longer than any event: nobody has verified yet who sent it. */
async function textOf(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > LONGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
