import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { EVENT_TYPES } from "../../lib/domain/states";
import { Api } from "../support/client";
import { guideExamples, runShell, variablesOf, workFolder } from "../support/examples";
import { cliOf, installClient, runCli } from "../support/packed-client";
import { until } from "../support/poll";
import { makeKey, makeProvider, type TestProvider } from "../support/provider";
import { problem, scriptedServer } from "../support/scripted";
import { freePort, start } from "../support/stack";
import { startReceiver } from "../webhooks/receiver";

const baseUrl = inject("stack").doors.server;
const { folder, remove } = workFolder();
const main = cliOf(folder);
let provider: TestProvider;
let api: Api;

beforeAll(async () => {
  await installClient(folder);
  provider = await makeProvider();
  api = new Api(baseUrl, provider.key);
});
afterAll(remove);

const settings = () => ({ BASE_URL: baseUrl, API_KEY: provider.key, PROVIDER_CODE: provider.code });
const cli = (args: string[], env: Record<string, string> = settings(), cwd?: string) =>
  runCli(folder, args, env, cwd);

/** What stands between the command line and the service, and can be out of order. */
async function startLine() {
  let works = true;
  const server = createServer((incoming, outgoing) => {
    if (!works) return incoming.socket.destroy();
    const { url, method, headers } = incoming;
    const onward = request(new URL(url!, baseUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await until("The line is open", () => server.listening);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    work(does: boolean) {
      works = does;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

it("the guide's commands run as they stand, with the package that npx finds", async () => {
  const blocks = guideExamples(baseUrl).filter(({ slug, language }) => slug === "cli" && language === "bash");
  const texts = blocks.map(({ text }) => text);
  // npm says on standard error what it thinks of this machine's settings.
  const first = `${variablesOf(provider, baseUrl)}\nexport npm_config_loglevel=silent npm_config_offline=true`;
  const [, doctor, triggered] = await runShell([first, ...texts], folder);
  expect(doctor).toMatch(/^✓ {2}Key +valid in sandbox$/m);
  expect(doctor).toMatch(
    /^✓ {2}Scopes +checkouts:read, checkouts:write, webhooks:manage, sandbox:simulate, sandbox:reset$/m,
  );
  expect(triggered).toMatch(/^payment_plan\.signed {2}evt_\w{26} {2}chk_\w{26}$/m);
});

it("it works at once in a folder of a demo, and says what to set elsewhere", async () => {
  const demo = { base_url: baseUrl, provider_code: provider.code, api_key: provider.key };
  const inDemo = join(folder, "demo");
  mkdirSync(join(inDemo, ".data"), { recursive: true });
  writeFileSync(join(inDemo, ".data/demo.json"), JSON.stringify(demo));
  const triggered = await cli(["trigger", "checkout.created", "--json"], {}, inDemo);
  expect(triggered.code).toBe(0);
  const { event_id, type } = JSON.parse(triggered.out);
  expect((await api.get(`/v1/events/${event_id}`)).body.type).toBe(type);
  const lost = await cli(["doctor"], {});
  expect(lost).toMatchObject({ code: 2, out: "", said: expect.stringContaining("Set BASE_URL") });
});

// No call makes a mail server refuse an email.
it.each(EVENT_TYPES.filter((type) => type !== "student.email_undelivered"))(
  "%s is made by the API",
  async (type) => {
    const { out, said } = await cli(["trigger", type, "--json"]);
    expect(said).toBe("");
    expect((await api.get(`/v1/events/${JSON.parse(out).event_id}`)).body.type).toBe(type);
  },
);

describe("what goes wrong has its exit code and its remedy", () => {
  it.each([
    [["nothing"], 2, "There is no command nothing"],
    [["events"], 2, "There is no command events"],
    [["doctor", "all"], 2, "Write it as: provider-checkout doctor"],
    [["listen", "--forward-to", "http://localhost:4000", "--since", "9x"], 2, "--since is such as"],
    [["events", "tail", "--until", "1h"], 2, "Unknown option '--until'. Its --help"],
    [["events", "tail", "--event-type", "course.finished"], 1, "/docs/problems/validation_failed"],
    [["listen", "--forward-to", "localhost:4000"], 2, "http://localhost:4000/webhooks"],
    [["listen", "--forward-to", "http://192.0.2.1:4000/webhooks"], 2, "Use --remote"],
    [["listen", "--forward-to", "https://receiver.example/webhooks"], 2, "Use --remote"],
    [["trigger"], 2, "payment_plan.signed"],
    [["trigger", "course.finished"], 2, "payment_plan.signed"],
    [["doctor", "--nothing"], 2, "--nothing"],
  ])("%j", async (args, code, said) => {
    const ending = await cli(args);
    expect(ending).toMatchObject({ code, out: "", said: expect.stringContaining(said) });
  });

  it("a live key, where it could be read on the way or its events are of real students", async () => {
    const env = { ...settings(), API_KEY: "pc_live_1" };
    const forwards = ["listen", "--forward-to", "http://localhost:4000"];
    expect(await cli(forwards, env)).toMatchObject({ code: 2, said: expect.stringContaining("Use --live") });
    const plain = { ...env, BASE_URL: "http://checkout.example.com" };
    const said = expect.stringContaining("https only");
    for (const args of [[...forwards, "--live"], ["doctor"]])
      expect(await cli(args, plain)).toMatchObject({ code: 2, said });
  });

  it("a key that nobody has set", async () => {
    const env = { BASE_URL: baseUrl, PROVIDER_CODE: provider.code };
    expect(await cli(["trigger", "checkout.created"], env)).toMatchObject({
      code: 2,
      said: expect.stringContaining("No key is known: set API_KEY"),
    });
  });

  it("a service that is not there", async () => {
    const env = { ...settings(), BASE_URL: `http://127.0.0.1:${await freePort()}` };
    for (const args of [["doctor"], ["trigger", "checkout.created"]]) {
      const { code, out, said } = await cli(args, env);
      expect([code, out + said]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
    }
  });

  it("a server's text cannot move the cursor or turn a line around", async () => {
    const detail = "gone\u001b[2J\u202e\r";
    const server = await scriptedServer(problem(403, "insufficient_scope", { retryable: false, detail }));
    const { said } = await cli(["events", "tail", "--since", "1h"], { ...settings(), BASE_URL: server.url });
    await server.stop();
    expect(said).toContain("insufficient_scope: gone\ufffd[2J\ufffd\ufffd");
  });

  it("each command has its help", async () => {
    const { out } = await cli(["--help"], {});
    const names = [...out.matchAll(/^ {2}(\w+( \w+)?) {2}/gm)].map(([, name]) => name!);
    expect(names).toHaveLength(4);
    for (const name of names) expect((await cli([...name.split(" "), "-h"], {})).out).toContain("--json");
  });
});

describe("listen", () => {
  it("forwards the service's own bytes, signed, through failures of either side", async () => {
    const line = await startLine();
    const receiver = await startReceiver("whsec_bm90IGtub3du");
    let refusals = 1;
    receiver.answer = (response) => void response.writeHead(refusals-- > 0 ? 500 : 204).end();
    const args = ["listen", "--forward-to", receiver.url, "--event-type", "payment_plan.signed"];
    const listening = start([main, ...args], { ...settings(), BASE_URL: line.url });
    try {
      const [, secret] = await until("It says its secret", () =>
        /WEBHOOK_SECRET=(\S+)/.exec(listening.output()),
      );
      await cli(["trigger", "payment_plan.signed"]);
      const refusal = /payment_plan\.signed {2}evt_\w+ {2}500 {2}again in 5 s/;
      await until("It says that an event was refused", () => refusal.test(listening.output()));
      line.work(false);
      await until("It says that it reads nothing", () => listening.output().includes("cannot be read"));
      const missed = JSON.parse((await cli(["trigger", "payment_plan.signed", "--json"])).out).event_id;
      line.work(true);
      const { body, headers } = await until("What it missed comes", () =>
        receiver.received.find(({ id }) => id === missed),
      );
      expect(body).toBe((await api.get(`/v1/events/${missed}`)).text);
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "user-agent": "Provider-Checkout-Webhooks/1",
      });
      new Webhook(secret!).verify(body, headers as Record<string, string>);
      const refused = receiver.received[0]!.id;
      await until(
        "What was refused comes again",
        () => receiver.received.filter(({ id }) => id === refused).length === 2,
      );
      await until("It says so", () => new RegExp(`${refused} {2}204`).test(listening.output()));
      await listening.stop("SIGINT");
      expect(listening.child.exitCode).toBe(0);
      expect(listening.output()).not.toContain(provider.key);
    } finally {
      await listening.stop();
      await receiver.stop();
      line.stop();
    }
  });

  it("signs with the secret of its environment, which it does not print, from when it is asked to", async () => {
    const { event_id } = JSON.parse((await cli(["trigger", "checkout.cancelled", "--json"])).out);
    const secret = "whsec_YSBzZWNyZXQgb2YgdGhlIHJlY2VpdmVyJ3M=";
    const receiver = await startReceiver(secret);
    const args = ["listen", "--forward-to", receiver.url, "--since", "1h", "--json"];
    const listening = start([main, ...args], { ...settings(), WEBHOOK_SECRET: secret });
    try {
      await until("It comes", () => receiver.received.some(({ id }) => id === event_id));
      expect(receiver.unsigned).toEqual([]);
      expect(listening.output()).not.toContain(secret);
    } finally {
      await listening.stop();
      await receiver.stop();
    }
  });
});

it("events tail prints each event, and pushes nothing out of the log of requests", async () => {
  const own = { ...settings(), API_KEY: await makeKey(provider.id) };
  const { event_id } = JSON.parse((await cli(["trigger", "checkout.expired", "--json"], own)).out);
  const tail = start([main, "events", "tail", "--since", "1h", "--json"], own);
  try {
    await until("It comes", () => tail.output().includes(`"id":"${event_id}"`));
  } finally {
    await tail.stop("SIGINT");
  }
  expect(tail.child.exitCode).toBe(0);
  const { body } = await api.as(own.API_KEY).get("/v1/sandbox/requests");
  const routes = body.data.map(({ route }: { route: string }) => route);
  expect([routes.includes("/v1/provider-checkouts"), routes.includes("/v1/events")]).toEqual([true, false]);
});
