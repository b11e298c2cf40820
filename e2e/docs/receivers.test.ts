import { randomBytes } from "node:crypto";
import { join } from "node:path";
import postgres from "postgres";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { sampleEvents } from "../../lib/checkout/sample";
import type { EventType } from "../../lib/domain/states";
import { makeEmptyDatabase } from "../support/database";
import { workFolder } from "../support/examples";
import { python, runPython } from "../support/python";
import { startPythonReceiver, startReceiver } from "../support/receiver";

const makeSecret = () => `whsec_${randomBytes(24).toString("base64")}`;
const secret = makeSecret();
const examples = sampleEvents({ baseUrl: "https://checkout.example", environment: "sandbox" });

interface Delivery {
  headers: Record<string, string>;
  body: string;
}

/** An event as the service sends it, by the reference library's own signature. */
function signed(
  type: EventType,
  { id = String(examples[type].id), at = new Date(), by = [secret] } = {},
): Delivery {
  const body = JSON.stringify({ ...examples[type], id });
  const signatures = by.map((one) => new Webhook(one).sign(id, at, body));
  return {
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signatures.join(" "),
    },
  };
}

/** What a receiver keeps its events in: it gives the rows that a statement finds. */
interface Store {
  run(statement: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

interface Receiver extends Store {
  send(delivery: Delivery): Promise<Response>;
}

async function postgresStore() {
  const databaseUrl = await makeEmptyDatabase(inject("cluster"));
  const sql = postgres(databaseUrl, { max: 1 });
  const run = async (statement: string) => (await sql.unsafe(statement)).map((row) => ({ ...row }));
  return { databaseUrl, run, close: () => sql.end() };
}

const ASK = `
import json, sqlite3, sys
with sqlite3.connect(sys.argv[1]) as connection:
    connection.row_factory = sqlite3.Row
    print(json.dumps([dict(row) for row in connection.execute(sys.argv[2])]))`;

/** Each of the documentation's receivers, started over an empty database. */
const RECEIVERS: Record<string, () => Promise<Receiver>> = {
  Express: async () => {
    const { databaseUrl, run, close } = await postgresStore();
    const { url, stop } = await startReceiver(databaseUrl, secret);
    const send = ({ headers, body }: Delivery) => fetch(url, { method: "POST", headers, body });
    return { send, run, close: () => Promise.all([stop(), close()]).then(() => {}) };
  },
  "Next.js": async () => {
    const { databaseUrl, run, close } = await postgresStore();
    // Its connection is opened when it is loaded, its secret is read at each request.
    vi.stubEnv("DATABASE_URL", databaseUrl);
    const { createTables } = await import("../../docs/examples/receivers/inbox");
    const { POST } = await import("../../docs/examples/receivers/next-route");
    await createTables();
    const address = "https://enrol.college.example/webhooks/provider-checkout";
    const send = ({ headers, body }: Delivery) => {
      vi.stubEnv("WEBHOOK_SECRET", secret);
      // Next answers a handler that throws with a 500.
      const sent = { ...headers, "content-length": String(Buffer.byteLength(body)) };
      return POST(new Request(address, { method: "POST", headers: sent, body })).catch(
        () => new Response(null, { status: 500 }),
      );
    };
    return { send, run, close };
  },
  ...(python && {
    Python: async () => {
      const { folder, remove } = workFolder();
      const file = join(folder, "webhooks.db");
      const { url, stop } = await startPythonReceiver(file, secret);
      const send = ({ headers, body }: Delivery) => fetch(url, { method: "POST", headers, body });
      const run = async (statement: string) =>
        JSON.parse((await runPython(["-c", ASK, file, statement])).stdout);
      return { send, run, close: () => stop().then(remove) };
    },
  }),
};

describe.each(Object.keys(RECEIVERS))("the receiver for %s", (name) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await RECEIVERS[name]!();
  });
  beforeEach(async () => {
    await receiver.run("delete from webhook_inbox");
    await receiver.run("delete from checkout_state");
  });
  afterAll(() => receiver.close());

  const statusOf = async (delivery: Delivery) => (await receiver.send(delivery)).status;
  const inbox = async () =>
    (await receiver.run("select webhook_id from webhook_inbox order by 1")).map((row) => row.webhook_id);
  const state = () => receiver.run("select status, sequence from checkout_state");

  it("takes a signed event with a 2xx and knows the checkout's status", async () => {
    const delivery = signed("payment_plan.signed");
    expect(await statusOf(delivery)).toBe(204);
    expect(await inbox()).toEqual([delivery.headers["webhook-id"]]);
    expect(await state()).toEqual([{ status: "Confirmed", sequence: 3 }]);
  });

  it("takes an event once, however often and however much at once it comes", async () => {
    const all = Array.from({ length: 20 }, () => statusOf(signed("checkout.created")));
    expect(new Set(await Promise.all(all))).toEqual(new Set([204]));
    expect(await inbox()).toHaveLength(1);
  });

  it("keeps the newest status when events come in the wrong order", async () => {
    const id = (last: number) => `evt_01m7xzsvdaexwt5dn6qv5mqys${last}`;
    for (const [index, type] of (
      ["payment_plan.signed", "checkout.created", "direct_debit.authorised"] as const
    ).entries())
      expect(await statusOf(signed(type, { id: id(index) }))).toBe(204);
    expect(await inbox()).toHaveLength(3);
    expect(await state()).toEqual([{ status: "Confirmed", sequence: 3 }]);
  });

  it("takes an event that the old and the new secret have signed, whichever of them it knows", async () => {
    for (const by of [
      [makeSecret(), secret],
      [secret, makeSecret()],
    ])
      expect(await statusOf(signed("checkout.created", { by }))).toBe(204);
  });

  const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const without = ({ headers, body }: Delivery, name: string): Delivery => {
    const { [name]: _, ...rest } = headers;
    return { headers: rest, body };
  };
  const good = () => signed("card_payment.succeeded");
  /** Made when they are sent, since their age decides. */
  const refused: [string, () => Delivery][] = [
    [
      "whose body was changed",
      () => {
        const { headers, body } = good();
        return { headers, body: body.replace('"Payment Processing"', '"Payment Failed"') };
      },
    ],
    ["whose body is empty", () => ({ ...good(), body: "" })],
    [
      "of another id than was signed",
      () => {
        const { headers, body } = good();
        return { headers: { ...headers, "webhook-id": "evt_other" }, body };
      },
    ],
    ["signed with another secret", () => signed("card_payment.succeeded", { by: [makeSecret()] })],
    ["signed six minutes ago", () => signed("card_payment.succeeded", { at: minutesFromNow(-6) })],
    ["signed six minutes from now", () => signed("card_payment.succeeded", { at: minutesFromNow(6) })],
    ...["webhook-id", "webhook-timestamp", "webhook-signature"].map((header): [string, () => Delivery] => [
      `without ${header}`,
      () => without(good(), header),
    ]),
  ];
  it.each(refused)("refuses a request %s and keeps nothing of it", async (_, made) => {
    const delivery = made();
    expect(await statusOf(delivery)).toBe(400);
    expect(await inbox()).toEqual([]);
    expect(await state()).toEqual([]);
  });

  it("refuses what is longer than any event", async () => {
    // One that closes the connection in the middle of a body may be gone before its answer is read.
    const status = await statusOf({ ...good(), body: "x".repeat(3_000_000) }).catch(() => "gone");
    expect([413, "gone"]).toContain(status);
    expect(await inbox()).toEqual([]);
  });

  it("answers with a 500 while it cannot keep the event, and takes it later", async () => {
    await receiver.run("alter table checkout_state rename to away");
    const delivery = signed("checkout.created");
    expect(await statusOf(delivery)).toBe(500);
    expect(await inbox()).toEqual([]);
    await receiver.run("alter table away rename to checkout_state");
    expect(await statusOf(delivery)).toBe(204);
    expect(await inbox()).toHaveLength(1);
  });
});
