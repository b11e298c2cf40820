/** Providers' systems at work: they create, pay, authorise, confirm, cancel and look, and try again what was not clear. */
import { randomInt } from "node:crypto";
import { inTime } from "../../packages/dates/time";
import type { Answer } from "../support/answer";
import { type Body, cardToken, confirmBody, merge, payNowBody, planBody } from "../support/bodies";
import { Api } from "../support/client";
import type { TestProvider } from "../support/provider";
import type { Journal } from "./journal";

export interface Load {
  journal: Journal;
  /** Begins no more, and waits for those that are on their way. */
  stop(): Promise<void>;
}

interface Options {
  /** Their addresses. */
  servers: readonly string[];
  providers: readonly TestProvider[];
  journal: Journal;
}

type Ask = (api: Api) => Promise<Answer>;

/** Students that begin in a second; each asks five times or so. */
const PER_SECOND = 6;
/** At most so many on their way at once: while nothing goes on, nobody else begins. */
const MAX_OPEN = 40;
/** One that has no clear answer after so long never gets one. */
const HANGS_MS = 240_000;
/** Nor does one request that has none at all. */
const SILENT_MS = 240_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const chance = (percent: number) => randomInt(100) < percent;

export function startLoad({ servers, providers, journal }: Options): Load {
  const open = new Set<Promise<void>>();
  let turn = 0;
  let isOver = false;

  async function once(op: string, provider: TestProvider, ask: Ask): Promise<Answer | null> {
    const url = servers[++turn % servers.length]!;
    const from = performance.now();
    try {
      const answer = await inTime(ask(new Api(url, provider.key)), SILENT_MS, () => {
        throw new Error(`no answer within ${SILENT_MS / 1000} s`);
      });
      journal.answered({ op, from, to: performance.now(), status: answer.status }, answer);
      return answer;
    } catch (error) {
      if (!isLost(error)) journal.violation(`${op}: ${String(error)}`);
      journal.entries.push({ op, from, to: performance.now(), status: null });
      return null;
    }
  }

  /** Asks until the answer is clear. Null where it is given up for a limit. */
  async function clear(op: string, provider: TestProvider, ask: Ask): Promise<Answer | null> {
    for (const from = performance.now(); performance.now() - from < HANGS_MS; ) {
      const answer = await once(op, provider, ask);
      if (answer?.status === 429) return null;
      const isClear =
        answer &&
        answer.status < 500 &&
        answer.status !== 408 &&
        answer.body?.code !== "idempotency_in_progress";
      if (isClear) return answer;
      await pause(200 + randomInt(300));
    }
    journal.violation(`${op} has no clear answer after ${HANGS_MS / 1000} s`);
    return null;
  }

  const expecting = (op: string, answer: Answer | null, ...statuses: number[]): answer is Answer => {
    if (answer && !statuses.includes(answer.status))
      journal.violation(`${op}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer !== null && statuses.includes(answer.status);
  };

  /** Creates with a key, and repeats it often enough to see the same answer again. */
  async function create(provider: TestProvider, key: string, body: Body) {
    const op = body.card_payment ? "pay now" : "create";
    const request = `${op} ${key} ${body.card_payment?.token ?? ""}`;
    const ask = () => clear(op, provider, (api) => api.createOnce(key, body));
    const answer = await ask();
    if (!expecting(op, answer, 201, 202, 402)) return null;
    if (answer.status === 202) return answer;
    journal.repeats(request, answer);
    if (chance(40)) {
      const again = await ask();
      if (again) journal.repeats(request, again);
    }
    return answer;
  }

  async function payNow(provider: TestProvider): Promise<void> {
    const card = chance(20) ? "declined_insufficient_funds" : chance(5) ? "answer_lost" : "visa";
    const body = payNowBody(provider, { card_payment: { token: cardToken(card) } });
    const key = body.provider.provider_order_id;
    const answer = await create(provider, key, body);
    if (answer?.status === 402)
      await create(provider, key, merge(body, { card_payment: { token: cardToken() } }));
    const id = answer?.body.checkout?.checkout_id ?? answer?.body.checkout_id;
    for (let status = answer?.status; id && status; ) {
      const looked = await clear("status", provider, (api) => api.status(id));
      if (!expecting("status", looked, 200)) return;
      if (looked.body.checkout_status !== "Payment Pending") break;
      await pause(1_000);
    }
    if (chance(20)) await clear("list", provider, (api) => api.list({ provider_order_id: key }));
  }

  async function plan(provider: TestProvider): Promise<void> {
    const body = planBody(provider);
    const created = await create(provider, body.provider.provider_order_id, body);
    if (created?.status !== 201) return;
    const id = created.body.checkout.checkout_id;
    const step = async (op: string, ask: Ask) => {
      const answer = await clear(op, provider, ask);
      return expecting(op, answer, 200) ? answer : null;
    };
    if (chance(20)) return void (await step("cancel", (api) => api.cancel(id)));
    if (!(await step("authorise", (api) => api.authorise(id)))) return;
    if (chance(30)) return void (await step("cancel", (api) => api.cancel(id)));
    await step("status", (api) => api.status(id));
    if (chance(50)) return;
    const confirm = () => step("confirm", (api) => api.confirm(id, confirmBody(created.body)));
    const confirmed = await confirm();
    if (!confirmed) return;
    journal.repeats(`confirm ${id}`, confirmed);
    const again = chance(40) ? await confirm() : null;
    if (again) journal.repeats(`confirm ${id}`, again);
  }

  const begin = () => {
    const provider = providers[randomInt(providers.length)]!;
    const one: Promise<void> = (chance(55) ? payNow : plan)(provider)
      .catch((error) => journal.violation(`A student's way broke off: ${error.stack}`))
      .finally(() => open.delete(one));
    open.add(one);
  };
  const going = (async () => {
    while (!isOver) {
      if (open.size < MAX_OPEN) begin();
      await pause(1_000 / PER_SECOND);
    }
  })();
  return {
    journal,
    async stop() {
      isOver = true;
      await going;
      await Promise.all(open);
    },
  };
}

const isLost = (error: unknown) => error instanceof TypeError && error.message === "fetch failed";
