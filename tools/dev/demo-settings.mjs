/** What the demo sets for its servers, and what commands beside it need of that. */
import { join } from "node:path";
import { dataFolder, readJson } from "../../server/program/checkout.mjs";
import { ensureSecrets } from "./secrets.mjs";

/** Where other programs find the demo: its address, its provider's code and a key. */
export const demoFile = join(dataFolder, "demo.json");

/**
 * `stripe`: the provider whose account is at the stand-in for Stripe, and where that listens.
 * @typedef {{ provider_code: string, api_key: string }} DemoProvider
 * @typedef {{ url: string, email: string, password: string }} DemoConsole
 * @typedef {DemoProvider & { base_url: string, console?: DemoConsole, stripe?: DemoProvider & { api_base: string } }} Demo
 */

/** @returns {Demo | undefined} as the last start left it */
export const knownDemo = () => readJson(demoFile);

/**
 * The settings of the demo's servers, all but where its database is. What the environment sets wins.
 * @param {number} port
 * @param {Readonly<Record<string, string | undefined>>} [env]
 */
export function demoSettings(port, env = process.env) {
  return {
    ...ensureSecrets(),
    BASE_URL: env.BASE_URL || `http://localhost:${port}`,
    ENVIRONMENT: "sandbox",
    // Only this machine reaches a demo, unless HOST is set.
    HOST: env.HOST || "127.0.0.1",
    MAIL_KEEP: env.MAIL_KEEP || (env.SMTP_URL ? "off" : "on"),
    HOME_PROVIDER_CODE: env.HOME_PROVIDER_CODE || "harbour-college",
    PORT: String(port),
    // Nobody waits for a load balancer to notice that it ends.
    DRAIN_MS: env.DRAIN_MS || "0",
    WEBHOOK_ALLOW_LOOPBACK: env.WEBHOOK_ALLOW_LOOPBACK || "on",
  };
}
