import { createHmac, randomUUID } from "node:crypto";
import type Stripe from "stripe";
import type { RegisterRequest, RegisterResult } from "../../lib/gateway/debit-port";
import { type CardGateway, GatewayOutcomeUnknown, opened } from "../../lib/gateway/port";
import { Refusal, type StripeAccess, type stripeClient, takingNothing } from "./client";

const MAX_LISTED = 10_000;

/** What a debit needs of an authority. Each student of a provider is one customer, whose list has all their debits. */
export function partsOf(authority: string): { customer: string; payment_method: string; mandate: string } {
  const [customer = "", payment_method = "", mandate = ""] = authority.split(" ");
  return { customer, payment_method, mandate };
}

/**
 * Registers bank accounts. Stripe's idempotency keys are only for requests that break: with them, a student who corrects the
 * account, or whose address changes, would be refused for a day. What was registered is looked up instead.
 */
export function stripeAuthorities(
  ask: ReturnType<typeof stripeClient>["ask"],
  mode: CardGateway["mode"],
  secret: StripeAccess["secret"],
) {
  const once = () => ({ idempotencyKey: randomUUID() });

  async function customerOf({ providerId, student }: RegisterRequest): Promise<string> {
    const { email, firstName, lastName } = student;
    const known = await ask((stripe) =>
      stripe.customers.list({ email, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED }),
    );
    const ours = known.filter(({ metadata }) => metadata.provider_id === providerId).at(-1);
    if (ours) return ours.id;
    const metadata = { provider_id: providerId };
    const params = { email, name: `${firstName} ${lastName}`, metadata };
    return (await ask((stripe) => stripe.customers.create(params, once()))).id;
  }

  async function register(request: RegisterRequest): Promise<RegisterResult> {
    const { key, providerId, account, student, ipAddress, userAgent } = request;
    const customer = await customerOf(request);
    // Whoever reads it at Stripe cannot find the account by trying them all.
    const bank = createHmac("sha256", opened(secret))
      .update(JSON.stringify([key, account]))
      .digest("hex");
    const made = await ask((stripe) =>
      stripe.setupIntents.list({ customer, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED }),
    );
    const known = made.find(({ metadata, status }) => metadata?.bank === bank && status === "succeeded");
    if (known) return registered(known, customer);
    const online = ipAddress !== null && userAgent !== null;
    const setup = await ask((stripe) =>
      stripe.setupIntents.create(
        {
          customer,
          confirm: true,
          allowed_payment_method_types: ["au_becs_debit"],
          payment_method_data: {
            type: "au_becs_debit",
            au_becs_debit: { bsb_number: account.bsb, account_number: account.accountNumber },
            billing_details: { name: account.accountName, email: student.email },
          },
          mandate_data: {
            customer_acceptance: online
              ? { type: "online", online: { ip_address: ipAddress, user_agent: userAgent } }
              : { type: "offline", offline: {} },
          },
          metadata: { key, provider_id: providerId, bank },
        },
        once(),
      ),
    );
    return registered(setup, customer);
  }

  function registered(setup: Stripe.SetupIntent, customer: string): RegisterResult {
    if (setup.object !== "setup_intent" || setup.livemode !== (mode === "live"))
      throw new GatewayOutcomeUnknown("Stripe answered with another registration than it was asked for");
    if (setup.last_setup_error) return { status: "refused" };
    const method = idOf(setup.payment_method);
    const mandate = idOf(setup.mandate);
    if (setup.status !== "succeeded" || method === null || mandate === null)
      throw new GatewayOutcomeUnknown(`The registration is ${setup.status}`);
    return { status: "registered", reference: `${customer} ${method} ${mandate}` };
  }

  /** Registering takes no money. */
  return (request: RegisterRequest): Promise<RegisterResult> =>
    takingNothing(
      register(request).catch((error) => {
        if (error instanceof Refusal && isOfAccount(error)) return { status: "refused" } as const;
        throw error;
      }),
    );
}

const isOfAccount = ({ reason: { status, param = "" } }: Refusal) =>
  status === 402 || param.startsWith("payment_method_data");

const idOf = (one: { id: string } | string | null): string | null =>
  typeof one === "string" ? one : (one?.id ?? null);
