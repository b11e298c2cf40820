import { randomBytes, randomInt } from "node:crypto";
import { openDatabase } from "../../lib/db/client";
import { type Body, cardToken, confirmBody, payNowBody, planBody } from "../support/bodies";
import { inputs, open, submit } from "../support/html-form";
import { makeCourse, makeProvider, type TestProvider } from "../support/provider";
import { send } from "../support/send";
import type { Shot } from "./load";

/** What is in the database that requests are about, and how each kind of request is written. */
export interface World {
  provider: TestProvider;
  environment: Shot;
  createPlan(): Shot;
  createPayNow(): Shot;
  replay: Shot;
  /** Of one checkout after another. */
  status(): Shot;
  notModified: Shot;
  list: Shot;
  hostedPage: Shot;
  portalPage: Shot;
  /** A student's details, saved by one of several forms in turn. */
  action(): Shot;
  /** A confirm of a checkout that nobody has confirmed. @throws RangeError when all that were prepared are used */
  confirm(): Shot;
  /** Sees to it that so many confirms are prepared. */
  prepareConfirms(count: number): Promise<void>;
}

const CHECKOUTS = "/v1/provider-checkouts";
const COURSE = "Certificate IV in Bookkeeping";
const FORMS = 16;
const LIST = 20;
const AT_ONCE = 4;

/** @param url the service's */
export async function makeWorld(url: string, databaseUrl: string): Promise<World> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 2, prepare: true, name: "bench" });
  const provider = await makeProvider({}, db);
  await makeCourse(provider, { name: COURSE }, db);
  await close();
  const headers = { Authorization: `Bearer ${provider.key}` };
  const get = (path: string): Shot => ({ method: "GET", path, headers });
  const post = (path: string, body?: Body, more: Record<string, string> = {}): Shot => ({
    method: "POST",
    path,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }), ...more },
    body: body && JSON.stringify(body),
  });
  const ask = (shot: Shot) => sent(url, shot);
  // Each student is another: one whom thousands of requests are about at once would be waited for.
  const student = () => ({ student: { email: `${randomBytes(6).toString("hex")}@example.com` } });
  const plan = (headers?: Record<string, string>) => post(CHECKOUTS, planBody(provider, student()), headers);

  const replay = plan({ "Idempotency-Key": `bench-${randomBytes(8).toString("hex")}` });
  const created = JSON.parse((await ask(replay)).bytes.toString());
  const all = [created];
  while (all.length < LIST) all.push(JSON.parse((await ask(plan())).bytes.toString()));
  const statuses = all.map(({ checkout }) => get(`${CHECKOUTS}/${checkout.checkout_id}`));
  const [first] = statuses as [Shot];
  const etag = (await ask(first)).headers.get("etag") ?? "";
  const { pathname, search } = new URL(created.direct_debit.setup_url);
  const forms = await Promise.all(Array.from({ length: FORMS }, () => detailsForm(url, provider)));
  const confirms: Shot[] = [];
  let [read, saved] = [0, 0];

  async function prepareConfirm() {
    const answer = JSON.parse((await ask(plan())).bytes.toString());
    const id = answer.checkout.checkout_id;
    await ask(post(`/v1/sandbox/provider-checkouts/${id}/authorise-direct-debit`));
    confirms.push(post(`${CHECKOUTS}/${id}/confirm`, confirmBody(answer)));
  }

  return {
    provider,
    environment: get("/v1/environment"),
    createPlan: plan,
    createPayNow: () =>
      post(CHECKOUTS, payNowBody(provider, { ...student(), card_payment: { token: cardToken("visa") } })),
    replay,
    status: () => statuses[read++ % LIST]!,
    notModified: { ...first, headers: { ...headers, "If-None-Match": etag } },
    list: get(`${CHECKOUTS}?limit=${LIST}`),
    hostedPage: { method: "GET", path: pathname + search, headers: { Accept: "text/html" } },
    portalPage: { method: "GET", path: `/p/${provider.code}`, headers: { Accept: "text/html" } },
    action: () => forms[saved++ % FORMS]!(),
    confirm() {
      const next = confirms.pop();
      if (!next) throw new RangeError("No more confirms were prepared");
      return next;
    },
    async prepareConfirms(count) {
      while (confirms.length < count) await Promise.all(Array.from({ length: AT_ONCE }, prepareConfirm));
    },
  };
}

/** @throws Error where the answer is no success and no redirect */
async function sent(url: string, { method, path, headers = {}, body }: Shot) {
  const answer = await send(method, url + path, headers, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`);
  return answer;
}

/** Begins an enrolment; each call then writes its first form as a browser without a script sends it, with another name. */
async function detailsForm(url: string, provider: TestProvider): Promise<() => Shot> {
  const portal = await open(`${url}/p/${provider.code}`);
  const begun = await submit(portal, `Enrol in ${COURSE}`);
  const page = await open(new URL(begun.headers.get("location") ?? "", url).href);
  const boundary = `----bench${randomBytes(8).toString("hex")}`;
  const hidden = { ...inputs(page), lastName: "Nguyen", email: "amelia@example.com" };
  const headers = {
    Accept: "text/html",
    Origin: url,
    "Content-Type": `multipart/form-data; boundary=${boundary}`,
  };
  const part = ([name, value]: [string, string]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return () => {
    const typed = { ...hidden, firstName: `Amelia ${String.fromCharCode(65 + randomInt(26))}` };
    const body = `${Object.entries(typed).map(part).join("")}--${boundary}--\r\n`;
    return { method: "POST", path: new URL(page.url).pathname, headers, body };
  };
}
