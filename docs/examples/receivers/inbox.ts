import postgres from "postgres";

/** What is used here of an event; the reference has all of it. */
export interface CheckoutEvent {
  type: string;
  sequence: number;
  data: {
    checkout: { checkout_id: string };
    provider: { provider_order_id: string };
    checkout_status: string;
  };
}

const sql = postgres(process.env.DATABASE_URL!, { onnotice: () => {} });

/** Run it where you deploy, before the first event. */
export async function createTables(): Promise<void> {
  await sql`create table if not exists webhook_inbox (
    webhook_id text primary key,
    type text not null,
    received_at timestamptz not null default now()
  )`;
  await sql`create table if not exists checkout_state (
    checkout_id text primary key,
    provider_order_id text not null,
    status text not null,
    sequence integer not null
  )`;
}

/**
 * Applies an event once, even if it arrives twice, at the same moment or out of order.
 * Either all of it happens, or nothing does and the event is sent again.
 */
export async function record(webhookId: string, event: CheckoutEvent) {
  const { checkout, provider, checkout_status } = event.data;
  const orderId = provider.provider_order_id;
  return sql.begin(async (tx) => {
    const [first] = await tx`
      insert into webhook_inbox (webhook_id, type) values (${webhookId}, ${event.type})
      on conflict do nothing returning webhook_id`;
    if (!first) return "repeated";
    // Each event has the whole checkout: a late one adds nothing to what a newer one said.
    await tx`
      insert into checkout_state (checkout_id, provider_order_id, status, sequence)
      values (${checkout.checkout_id}, ${orderId}, ${checkout_status}, ${event.sequence})
      on conflict (checkout_id) do update
      set status = excluded.status, sequence = excluded.sequence
      where checkout_state.sequence < excluded.sequence`;
    // What takes long or happens once, such as an e-mail, goes from here into a queue of
    // yours, by the same `tx`.
    return "new";
  });
}
