import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type Stripe from "stripe";
import { createAccount, Refused } from "./account";
import { createDebits } from "./debits";
import { type Fault, spoiled } from "./faults";
import { browserFile } from "./pages";
import { createPayouts } from "./payouts";

interface Answer {
  status: number;
  body: string;
  /** Stripe keeps what an endpoint answered once it began to run. */
  isKept: boolean;
}

/**
 * Stands for an account at Stripe where nobody has one: in tests, and for developers. Stripe's own client talks to it. It
 * follows the public documentation, and was never compared with Stripe itself.
 */
export function createStripeStandIn({ secret, address }: { secret: string; address: () => URL }) {
  const days = {
    ...{ isLive: false, isSearchBehind: false, refundsPend: false, hasWallet: true },
    /** How far its clock of debits is ahead. */
    aheadMs: 0,
    /** The responses to debits of that amount are lost. */
    lostCents: 0,
  };
  const account = createAccount(
    () => days.isLive,
    (intent) => new URL(`/3d_secure/${intent}`, address()).href,
  );
  const now = () => new Date(Date.now() + days.aheadMs);
  const debits = createDebits(account, () => days.isLive, now);
  const payouts = createPayouts({ ...account, ...debits }, () => days.isLive, now);
  const keys = new Map<string, { asked: string; answer: Answer }>();
  const faults: Fault[] = [];

  function operate(method: string, path: string, params: URLSearchParams): object {
    const [, , kind, id = "", verb] = path.split("/");
    if (kind === "payment_intents") {
      const expand = [...params].some(([name]) => name.startsWith("expand"));
      const shown = (intent: Stripe.PaymentIntent) =>
        expand
          ? { ...intent, latest_charge: account.charges.get(String(intent.latest_charge)) ?? null }
          : intent;
      const intent = account.intents.get(id);
      if (verb === "confirm" && intent?.customer) return shown(debits.confirm(intent, params));
      if (method === "POST" && id === "" && params.has("customer")) return shown(debits.create(params));
      if (method === "POST" && verb === "confirm") return shown(account.confirm(id, params));
      if (method === "POST" && verb === "cancel") return shown(account.cancel(id));
      if (method === "POST" && id === "") return shown(account.create(params));
      if (id === "search") {
        const seen = days.isSearchBehind ? [] : searched(account.intents, params.get("query") ?? "");
        return { object: "search_result", data: seen.map(shown), has_more: false, url: path };
      }
      if (id !== "") return shown(account.found(id));
      const customer = params.get("customer");
      const own = where(account.intents, (one) => customer === null || one.customer === customer);
      const { data, ...page } = paged(own, params);
      return { ...page, data: data.map(shown), url: path };
    }
    if (kind === "refunds") {
      if (method === "POST") return account.refund(params, days.refundsPend ? "pending" : "succeeded");
      if (id !== "") return account.foundRefund(id);
      const intent = params.get("payment_intent");
      const own = [...account.refunds].filter(([, one]) => one.payment_intent === intent);
      return { ...paged(new Map(own), params), url: path };
    }
    const made = ofDebits(method, kind, params);
    if (made) return made;
    throw new Refused(404, { type: "invalid_request_error", message: "Unrecognized request URL" });
  }

  function ofDebits(method: string, kind: string | undefined, params: URLSearchParams): object | null {
    const has = (name: string, value: unknown) => params.get(name) === null || params.get(name) === value;
    const types = [...params].flatMap(([name, value]) => (name.startsWith("types") ? [value] : []));
    const list = <T extends { created: number }>(all: Map<string, T>) => ({
      ...paged(all, params),
      url: `/v1/${kind}`,
    });
    switch (kind) {
      case "customers":
        if (method === "POST") return debits.createCustomer(params);
        return list(where(debits.customers, ({ email }) => has("email", email)));
      case "setup_intents":
        if (method === "POST") return debits.setUp(params);
        return list(where(debits.setups, ({ customer }) => has("customer", customer)));
      case "events":
        return list(where(debits.events, ({ type }) => types.includes(type)));
      case "disputes":
        return list(where(debits.disputes, (one) => has("payment_intent", one.payment_intent)));
      case "payouts":
        return list(payouts.payouts);
      case "balance_transactions":
        return list(payouts.entriesOf(params.get("payout") ?? "", params.has("expand[0]")));
      default:
        return null;
    }
  }

  function run(method: string, path: string, params: URLSearchParams): Answer {
    try {
      debits.happen();
      return { status: 200, body: JSON.stringify(operate(method, path, params)), isKept: true };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isKept = error.status === 402 || error.error.code === "payment_intent_unexpected_state";
      return { status: error.status, body: JSON.stringify({ error: error.error }), isKept };
    }
  }

  function api(request: IncomingMessage, response: ServerResponse, url: URL, text: string) {
    const named = `${request.method} ${url.pathname}`;
    const refuse = (status: number, type: string) => send(response, refusal(status, type));
    if (request.headers.authorization !== `Bearer ${secret}`) return refuse(401, "api_key");
    const fault = faults.find(({ on, times }) => times > 0 && on.test(named));
    if (fault) fault.times--;
    const replacement = fault && spoiled(fault.way);
    const key = request.method === "POST" ? request.headers["idempotency-key"] : undefined;
    const asked = `${named} ${text}`;
    const known = typeof key === "string" ? keys.get(key) : undefined;
    if (known && known.asked !== asked) return send(response, refusal(400, "idempotency_error"));
    let answer = known?.answer;
    if (!answer && fault?.when !== "before") {
      const params = request.method === "GET" ? url.searchParams : new URLSearchParams(text);
      answer = run(request.method ?? "GET", url.pathname, params);
    }
    const isFailure = fault?.way === "500";
    const kept = isFailure && replacement ? { ...replacement, isKept: true } : answer;
    if (typeof key === "string" && kept?.isKept && !known) keys.set(key, { asked, answer: kept });
    const [, , , of = "", verb] = url.pathname.split("/");
    const isLost = verb === "confirm" && account.intents.get(of)?.amount === days.lostCents;
    if (isLost) response.destroy();
    else if (answer && !fault) send(response, answer, known !== undefined);
    else if (replacement) send(response, replacement);
    else if (fault?.way === "reset") response.destroy();
  }

  /** The bank's page. */
  async function bank(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const id = url.pathname.split("/")[2] ?? "";
    if (request.method === "POST") {
      const outcome = new URLSearchParams(await textOf(request)).get("outcome");
      response.writeHead(303, { Location: account.act(id, outcome === "complete") }).end();
      return;
    }
    account.found(id);
    const button = (outcome: string, label: string) =>
      `<button name="outcome" value="${outcome}">${label}</button>`;
    const form = `<form method="post">${button("complete", "Complete")} ${button("fail", "Fail")}</form>`;
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><title>3-D Secure test page</title><h1>3-D Secure test page</h1><p>Choose what the bank says.</p>${form}</html>`,
    );
  }

  const server: Server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    try {
      const url = new URL(request.url ?? "/", "http://stand-in");
      const file = await browserFile(url.pathname, days);
      if (url.pathname.startsWith("/3d_secure/")) await bank(request, response, url);
      else if (file) response.writeHead(200, { "Content-Type": file.type }).end(file.body);
      else api(request, response, url, await textOf(request));
    } catch (error) {
      send(response, refusal(error instanceof Refused ? error.status : 500, "unexpected"));
    }
  });

  return {
    server,
    account,
    debits,
    payouts,
    now,
    /** What else it does on a bad day; changed at any time. */
    days,
    misbehave: (fault: Fault) => void faults.push(fault),
    behave: () => void faults.splice(0),
    /** As after a day. */
    forgetKeys: () => keys.clear(),
  };
}

const textOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString();

function send(response: ServerResponse, { status, body }: Omit<Answer, "isKept">, isReplay = false): void {
  response.writeHead(status, {
    "Content-Type": body.startsWith("<") ? "text/html" : "application/json",
    ...(isReplay && { "Idempotent-Replayed": "true" }),
  });
  response.end(body);
}

const refusal = (status: number, type: string) => ({
  status,
  body: JSON.stringify({ error: { type, message: "Refused by the stand-in" } }),
});

const where = <T>(all: Map<string, T>, keep: (one: T) => boolean) =>
  new Map([...all].filter(([, one]) => keep(one)));

/** Newest first. */
function paged<T extends { created: number }>(all: Map<string, T>, params: URLSearchParams) {
  const since = Number(params.get("created[gte]") ?? 0);
  const ids = [...all].filter(([, { created }]) => created >= since).map(([id]) => id);
  const newestFirst = ids.reverse();
  const after = params.get("starting_after");
  const from = after === null ? 0 : newestFirst.indexOf(after) + 1;
  const limit = Number(params.get("limit") ?? 10);
  const page = newestFirst.slice(from, from + limit);
  const data = page.flatMap((id) => all.get(id) ?? []);
  return { object: "list" as const, data, has_more: newestFirst.length > from + limit };
}

/** Understands `metadata['name']:'value'`, joined by AND. */
function searched(intents: Map<string, Stripe.PaymentIntent>, query: string): Stripe.PaymentIntent[] {
  const wanted = [...query.matchAll(/metadata\['(\w+)'\]:'((?:[^'\\]|\\.)*)'/g)];
  return [...intents.values()].filter(({ metadata }) =>
    wanted.every(([, name = "", value = ""]) => metadata[name] === value.replace(/\\(.)/g, "$1")),
  );
}
