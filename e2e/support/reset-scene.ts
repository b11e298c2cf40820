import { createServer, type RequestListener } from "node:http";
import { expect } from "vitest";
import { checkIntegrity } from "../../tools/integrity/check";
import { Api } from "./api";
import { freshSettings } from "./fresh";
import { serveHere } from "./here";
import { listening } from "./listening";
import { makeProvider } from "./provider";

export type ResetScene = Awaited<ReturnType<typeof startResetScene>>;

/**
 * Two servers over a database of their own, and a receiver for their webhooks.
 * @param answer how the receiver answers
 */
export async function startResetScene(answer: RequestListener) {
  const own = { WEBHOOK_ALLOW_LOOPBACK: "on", MAIL_KEEP: "on", RATE_LIMIT_PER_SECOND: "0" };
  const settings = { ...(await freshSettings()), ...own };
  const servers = [await serveHere(settings), await serveHere(settings)] as const;
  const receiver = createServer(answer);
  const receiving = await listening(receiver);
  const { db } = servers[0].deps;
  return {
    servers,
    receiver,
    receiverUrl: `${receiving.url}/`,
    /** Two providers, and the first one's client at each server. */
    async arrange() {
      const [provider, other] = [await makeProvider({}, db), await makeProvider({}, db)];
      const clients = [new Api(servers[0].url, provider.key), new Api(servers[1].url, provider.key)] as const;
      return { provider, other, clients };
    },
    async violations() {
      const verdicts = await checkIntegrity(servers[0].deps);
      return verdicts.filter((verdict) => verdict.violations > 0);
    },
    async stop() {
      await receiving.stop();
      for (const server of servers) await server.stop();
    },
  };
}

export async function reset(client: Api) {
  const answer = await client.post("/v1/sandbox/reset");
  expect(answer.status, answer.text).toBe(200);
  return answer;
}
