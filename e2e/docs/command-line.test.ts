import { createServer, request } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Api } from "../support/client";
import { runShell, workFolder } from "../support/examples";
import { listening } from "../support/listening";
import { cliOf, installClient, runCli } from "../support/packed-client";
import { until } from "../support/poll";
import { makeKey, makeProvider, type TestProvider } from "../support/provider";
import { confirmedPlan, startedPlan } from "../support/scenes";
import { problem, scriptedServer } from "../support/scripted";
import { start } from "../support/stack";
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

const settings = () => ({ BASE_URL: baseUrl, API_KEY: provider.key });
const forwards = ["listen", "--forward-to", "http://localhost:4000"];
const cli = (args: string[], env: Record<string, string> = settings()) => runCli(folder, args, env);

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
  });
  return {
    ...(await listening(server)),
    work(does: boolean) {
      works = does;
    },
  };
}

/** The event of that type of a checkout. */
async function eventOf(checkoutId: string, type: string): Promise<string> {
  const { timeline } = (await api.get(`/v1/provider-checkouts/${checkoutId}`)).body;
  return timeline.find((entry: { type: string }) => entry.type === type).event_id;
}

it("npx finds it in the project where the package is installed", async () => {
  const first = "export npm_config_loglevel=silent npm_config_offline=true";
  const [, help] = await runShell([first, "npx provider-checkout listen --help"], folder);
  expect(help).toContain("--forward-to URL");
});

it("it says what to set where no address is known", async () => {
  const lost = await cli(forwards, {});
  expect(lost).toMatchObject({ code: 2, out: "", said: expect.stringContaining("BASE_URL is missing") });
});

describe("what goes wrong has its exit code and its remedy", () => {
  it.each([
    [["nothing"], 2, "Write it as: provider-checkout listen"],
    [["listen", "all"], 2, "Write it as: provider-checkout listen"],
    [[...forwards, "--since", "9x"], 2, "--since 9x: write it like"],
    [[...forwards, "--until", "1h"], 2, "Unknown option '--until'. --help shows the options"],
    [["listen", "--forward-to", "localhost:4000"], 2, "http://localhost:4000/webhooks"],
    [["listen", "--forward-to", "http://192.0.2.1:4000/webhooks"], 2, "Use --remote"],
    [["listen", "--forward-to", "https://receiver.example/webhooks"], 2, "Use --remote"],
  ])("%j", async (args, code, said) => {
    const ending = await cli(args);
    expect(ending).toMatchObject({ code, out: "", said: expect.stringContaining(said) });
  });

  it("a live key, where it could be read on the way or its events are of real students", async () => {
    const env = { ...settings(), API_KEY: "pc_live_1" };
    expect(await cli(forwards, env)).toMatchObject({ code: 2, said: expect.stringContaining("Use --live") });
    const plain = { ...env, BASE_URL: "http://checkout.example.com" };
    const said = expect.stringContaining("needs https");
    expect(await cli([...forwards, "--live"], plain)).toMatchObject({ code: 2, said });
  });

  it("a type of event that the service does not know", async () => {
    const ending = await cli([...forwards, "--event-type", "course.finished"]);
    expect(ending).toMatchObject({
      code: 1,
      said: expect.stringContaining("/docs/problems/validation_failed"),
    });
  });

  it("a key that nobody has set", async () => {
    expect(await cli(forwards, { BASE_URL: baseUrl })).toMatchObject({
      code: 2,
      said: expect.stringContaining("API_KEY is missing: set it to your key"),
    });
  });

  it("a server's text cannot move the cursor or turn a line around", async () => {
    const detail = "gone\u001b[2J\u202e\r";
    const server = await scriptedServer(problem(403, "insufficient_scope", { retryable: false, detail }));
    const { said } = await cli([...forwards, "--since", "1h"], { ...settings(), BASE_URL: server.url });
    await server.stop();
    expect(said).toContain("insufficient_scope: gone\ufffd[2J\ufffd\ufffd");
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
      await confirmedPlan(api, provider);
      const refusal = /payment_plan\.signed {2}evt_\w+ {2}500 {2}again in 5 s/;
      await until("It says that an event was refused", () => refusal.test(listening.output()));
      line.work(false);
      await until("It says that it reads nothing", () => listening.output().includes("cannot be read"));
      const missed = await eventOf((await confirmedPlan(api, provider)).id, "payment_plan.signed");
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
      await line.stop();
    }
  });

  it("signs with the secret of its environment, and begins where it is asked to", async () => {
    const own = { ...settings(), API_KEY: await makeKey(provider.id) };
    const event_id = await eventOf((await startedPlan(api.as(own.API_KEY), provider)).id, "checkout.created");
    const secret = "whsec_YSBzZWNyZXQgb2YgdGhlIHJlY2VpdmVyJ3M=";
    const receiver = await startReceiver(secret);
    const args = ["listen", "--forward-to", receiver.url, "--since", "1h", "--json"];
    const listening = start([main, ...args], { ...own, WEBHOOK_SECRET: secret });
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
