/** What providers and students do all day, at servers behind a balancer that sends each request to the next one. */
import { type Body, confirmBody, orderId, payNowBody, planBody } from "../support/bodies";
import { open } from "../support/html-form";
import type { TestProvider } from "../support/provider";
import { type Sent, send } from "../support/send";
import { authorise, continueWith } from "../support/setup-page";

interface Answered {
  what: string;
  /** Milliseconds of `performance.now()`. */
  from: number;
  to: number;
}

const CHECKOUTS = "/v1/provider-checkouts";
/** Callers at once: more of them only wait for each other. */
const CALLERS = 4;
/** A document is drawn for each confirm, which takes what that takes: so many rounds have one. */
const CONFIRMED = 5;

export class Traffic {
  answered: Answered[] = [];
  /** Each answer that was not the one to expect. */
  wrong: string[] = [];
  #sent = 0;
  #isOver = false;
  #callers: Promise<void>[] = [];

  /** @param servers may be changed on the way */
  constructor(
    public servers: string[],
    readonly provider: TestProvider,
  ) {}

  begin(): void {
    this.#isOver = false;
    this.#callers = Array.from({ length: CALLERS }, async () => {
      while (!this.#isOver)
        await this.round().catch((error) => this.wrong.push(`${error.message} ${error.cause ?? ""}`));
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  /** The longest answer that was under way between two moments, other than documents, in milliseconds. */
  longest(from = 0, to = Number.POSITIVE_INFINITY): number {
    const times = this.answered.filter((one) => one.from < to && one.to > from && one.what !== "confirm");
    return Math.round(Math.max(0, ...times.map((one) => one.to - one.from)));
  }

  async round(): Promise<void> {
    const { provider } = this;
    const key = orderId();
    const payment = payNowBody(provider);
    const paid = await this.create(key, payment);
    const again = await this.create(key, payment);
    if (again.checkout?.checkout_id !== paid.checkout?.checkout_id)
      this.wrong.push(`The retry made ${JSON.stringify(again)}`);
    const plan = await this.plan();
    await this.call("list", 200, "GET", `${CHECKOUTS}?limit=20`);
    await this.page("portal", () => open(`${this.#next()}/p/${provider.code}`));
    await this.bank(plan.direct_debit.setup_url);
    const found = await this.status(plan);
    if (found.checkout_status !== "Awaiting Confirmation") this.wrong.push(JSON.stringify(found));
    if (this.#sent % CONFIRMED === 0) {
      const at = `${CHECKOUTS}/${plan.checkout.checkout_id}`;
      await this.call("confirm", 200, "POST", `${at}/confirm`, confirmBody(plan));
      await this.call("agreement", 200, "GET", `${at}/agreement`);
    } else await this.cancel(plan);
  }

  create = (key: string, body: Body): Promise<Body> =>
    this.call("create", 201, "POST", CHECKOUTS, body, { "Idempotency-Key": key });

  plan = () => this.create(orderId(), planBody(this.provider));
  status = (plan: Body) => this.call("status", 200, "GET", `${CHECKOUTS}/${plan.checkout.checkout_id}`);
  cancel = (plan: Body) =>
    this.call("cancel", 200, "POST", `${CHECKOUTS}/${plan.checkout.checkout_id}/cancel`);

  /** The hosted page, whose steps are of one build. */
  async bank(setupUrl: string): Promise<void> {
    const { pathname, search } = new URL(setupUrl);
    const first = await this.page("bank page", () => open(this.#next() + pathname + search));
    const second = await this.page("bank details", () => continueWith(first));
    await this.page("authority", () => authorise(second));
  }

  async call(
    what: string,
    status: number,
    method: string,
    path: string,
    body?: Body,
    more: Record<string, string> = {},
  ): Promise<Body> {
    const headers = {
      Authorization: `Bearer ${this.provider.key}`,
      ...(body && { "Content-Type": "application/json" }),
      ...more,
    };
    const url = this.#next() + path;
    const answer: Sent = await this.timed(what, () =>
      send(method, url, headers, body && JSON.stringify(body)),
    );
    const text = answer.bytes.toString();
    if (answer.status !== status)
      throw new Error(`${what} at ${url}: ${answer.status} ${text.slice(0, 300)}`);
    return what === "agreement" ? {} : JSON.parse(text);
  }

  async page<T extends { status: number; url: string; text: string }>(
    what: string,
    load: () => Promise<T>,
  ): Promise<T> {
    const page = await this.timed(what, load);
    if (page.status >= 400)
      throw new Error(`${what} at ${page.url}: ${page.status} ${page.text.slice(0, 300)}`);
    return page;
  }

  async timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const answer = await work();
    this.answered.push({ what, from, to: performance.now() });
    return answer;
  }

  #next = () => this.servers[this.#sent++ % this.servers.length]!;
}
