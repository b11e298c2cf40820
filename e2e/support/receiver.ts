import { randomBytes } from "node:crypto";
import { join } from "node:path";
import postgres from "postgres";
import { freePort, type RunningProcess, start, untilAnswers } from "./stack";

const PATH = "/webhooks/provider-checkout";

/** An empty database, as the provider's own system has one. */
export async function receiverDatabase(cluster: string): Promise<string> {
  const name = `receiver_${randomBytes(6).toString("hex")}`;
  const sql = postgres(cluster, { max: 1 });
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs the documentation's receiver for Express as the guide says; `url` takes the events. */
export async function startReceiver(
  databaseUrl: string,
  secret: string,
  port?: number,
): Promise<RunningProcess & { port: number }> {
  const chosen = port ?? (await freePort());
  const child = start(["--import", "tsx", join("examples", "receivers", "express.ts")], {
    DATABASE_URL: databaseUrl,
    WEBHOOK_SECRET: secret,
    PORT: String(chosen),
    NODE_ENV: "production",
  });
  const url = `http://127.0.0.1:${chosen}${PATH}`;
  await untilAnswers(url, child, "Listening at port");
  return { url, port: chosen, ...child };
}
