import express from "express";
import { Webhook } from "standardwebhooks";
import { type CheckoutEvent, createTables, record } from "./inbox.js";

const webhook = new Webhook(process.env.WEBHOOK_SECRET!);
const app = express();

// The signature covers the raw bytes: use no `express.json` before this.
const rawBody = express.raw({ type: "application/json", limit: "1mb" });

app.post("/webhooks/provider-checkout", rawBody, async (request, response) => {
  let event: CheckoutEvent;
  try {
    const headers = request.headers as Record<string, string>;
    event = webhook.verify(request.body, headers) as CheckoutEvent;
  } catch {
    response.status(400).send("The signature does not match.");
    return;
  }
  // If this fails, the response is a 500, and the event is sent again.
  const taken = await record(request.get("webhook-id")!, event);
  console.log(taken, event.type, event.data.provider.provider_order_id);
  response.sendStatus(204);
});

await createTables();
const port = Number(process.env.PORT ?? 4000);
app.listen(port, (error) => {
  if (error) throw error;
  console.log(`Listening at port ${port}`);
});
