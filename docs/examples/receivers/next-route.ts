import { Webhook } from "standardwebhooks";
import { type CheckoutEvent, record } from "./inbox";

const MAX_BODY_BYTES = 1024 * 1024;

export async function POST(request: Request): Promise<Response> {
  const webhook = new Webhook(process.env.WEBHOOK_SECRET!);
  // The sender is not verified yet: read nothing that is longer than any event.
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES)
    return new Response(null, { status: 413 });
  // The signature covers the raw text, not parsed JSON.
  const body = await request.text();
  let event: CheckoutEvent;
  try {
    const headers = Object.fromEntries(request.headers);
    event = webhook.verify(body, headers) as CheckoutEvent;
  } catch {
    return new Response("The signature does not match.", { status: 400 });
  }
  // If this fails, the response is a 500, and the event is sent again.
  await record(request.headers.get("webhook-id")!, event);
  return new Response(null, { status: 204 });
}
