import { Webhook } from "standardwebhooks";
import { type CheckoutEvent, record } from "./inbox";

export async function POST(request: Request): Promise<Response> {
  // The signature is over the text as it came: `text`, not `json`.
  const body = await request.text();
  let event: CheckoutEvent;
  try {
    const webhook = new Webhook(process.env.WEBHOOK_SECRET!);
    const headers = Object.fromEntries(request.headers);
    event = webhook.verify(body, headers) as CheckoutEvent;
  } catch {
    return new Response("The signature does not match.", { status: 400 });
  }
  // A fault in here is answered with a 500, and the event comes again.
  await record(request.headers.get("webhook-id")!, event);
  return new Response(null, { status: 204 });
}
