import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { z } from "zod";
import { type CardGateway, GatewayOutcomeUnknown, type SandboxExtras } from "../../lib/gateway/port";

const chargeBody = z.object({
  providerId: z.string(),
  providerOrderId: z.string(),
  amountCents: z.int().positive(),
  token: z.string(),
});
const refundBody = z.object({ charge: z.string(), amountCents: z.int().positive() });
const keysBody = z.object({ keys: z.array(z.string()).max(10_000) });

const orderIn = z
  .object({ provider_id: z.string(), provider_order_id: z.string() })
  .transform((query) => ({ providerId: query.provider_id, providerOrderId: query.provider_order_id }));

/** The port over HTTP, for a gateway that is another process. */
export function createGatewayServer(
  gateway: CardGateway,
  secret: string,
  extras: SandboxExtras | null = null,
): Server {
  async function answer(request: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://gateway");
    const [, root, key, verb] = pathname.split("/").map(decodeURIComponent);
    const isRead = request.method === "GET";
    if (root === "order-charges" && isRead)
      return gateway.chargesOfOrder(orderIn.parse(Object.fromEntries(searchParams)));
    if (root === "forgotten-charges" && !isRead)
      return extras?.forgetCharges(keysBody.parse(await readJson(request)).keys);
    if (root === "refunds" && key !== undefined) {
      const charge = (of: string | null) => ({ key: of ?? "", reference: null });
      if (isRead)
        return gateway.findRefund({ key, charge: charge(searchParams.get("charge")), amountCents: 0 });
      const { charge: of, amountCents } = refundBody.parse(await readJson(request));
      return gateway.refund({ key, charge: charge(of), amountCents });
    }
    if (root !== "charges") return undefined;
    if (isRead && key === undefined) {
      const providerId = searchParams.get("provider_id");
      if (providerId !== null)
        return extras?.chargesOf(providerId, searchParams.get("provider_order_id") ?? undefined);
      return gateway.listCharges(new Date(searchParams.get("since") ?? 0));
    }
    if (key === undefined) return undefined;
    if (isRead) return gateway.findCharge(key);
    if (verb === "close") return gateway.closeCharge(key);
    if (verb === "void") {
      await extras?.voidCharge(key);
      return extras ? gateway.findCharge(key) : undefined;
    }
    return gateway.charge({ key, ...chargeBody.parse(await readJson(request)) });
  }

  return createServer(async (request, response) => {
    if (!hasSecret(request, secret)) return void response.writeHead(401).end("{}");
    try {
      const body = await answer(request);
      response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body ?? null));
    } catch (error) {
      // A lost answer is a broken connection, not an error message.
      if (error instanceof GatewayOutcomeUnknown) return void request.socket.destroy();
      response.writeHead(error instanceof z.ZodError ? 400 : 500).end("{}");
    }
  });
}

function hasSecret(request: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString());
}
