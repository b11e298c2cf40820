import { dataOf } from "../errors.js";
import { createProviderCheckoutClient, isProblem, type Schema } from "../index.js";
import { isLoopback } from "../options.js";
import { type Call, type Command, columns } from "./command.js";

/** Receivers refuse what is five minutes off; a clock that is one minute off will get there. */
const MAX_SKEW_SECONDS = 60;

/** Tells of one thing that was looked at. */
type Find = (name: string, ok: boolean, says: string) => void;

export const DOCTOR: Command = {
  summary: "Examines address, key, scopes, clock and webhook endpoints",
  more: `It changes nothing: it learns the scopes from requests that the API refuses, with or without them.
Exit code 1 if something is wrong.`,
  async run(call) {
    const checks: { name: string; ok: boolean; says: string }[] = [];
    await examine(call, (name, ok, says) => checks.push({ name, ok, says }));
    const ok = checks.every((one) => one.ok);
    const rows = columns(checks.map((one) => [one.ok ? "✓" : "✗", one.name, one.says]));
    call.print(call.has("json") ? JSON.stringify({ ok, checks }, null, 2) : rows.join("\n"));
    return ok;
  },
};

async function examine(call: Call, find: Find): Promise<void> {
  const { client, settings } = call;
  const { baseUrl, apiKey, from } = settings;
  let environment: string;
  try {
    environment = await examineAddress(call, find);
  } catch (error) {
    return find("Address", false, `${messageOf(error)}. The address ${baseUrl} is from ${from}`);
  }
  if (apiKey === undefined) return find("Key", false, "none: set API_KEY to your key");
  try {
    dataOf(await client.GET("/v1/environment"));
    find("Key", true, `valid in ${environment}`);
  } catch (error) {
    return find("Key", false, `${messageOf(error)} The key is from ${from}`);
  }
  const scopes = await scopesOf(call, environment);
  find("Scopes", scopes.length > 0, scopes.join(", ") || "none");
  if (!scopes.includes("webhooks:manage")) return;
  const endpoints = await client.webhookEndpoints.list();
  if (endpoints.length === 0) find("Webhooks", true, "no endpoint is registered");
  for (const { endpoint_id, url, status, disabled_reason: reason, failing_since } of endpoints) {
    const isWell = failing_since === null && (reason === null || reason === "requested");
    const failing = failing_since === null ? "" : `, failing since ${failing_since}`;
    find("Webhooks", isWell, `${endpoint_id} ${url}: ${status}${reason ? ` (${reason})` : ""}${failing}`);
  }
}

/** @returns the name of the environment */
async function examineAddress({ settings: { baseUrl }, version }: Call, find: Find): Promise<string> {
  const open = createProviderCheckoutClient({ baseUrl, maxRetries: 0, timeoutMs: 10_000 });
  const started = Date.now();
  const found = await open.GET("/v1/environment");
  const ended = Date.now();
  const { environment, gateway_mode, ready_for_api_calls } = dataOf<Schema<"Environment">>(found);
  const isSafe = new URL(baseUrl).protocol === "https:" || isLoopback(baseUrl);
  const warning = isSafe ? "" : ", but others can read your key on the way: use https";
  find("Address", isSafe, `${baseUrl} responds in ${ended - started} ms${warning}`);
  const readiness = ready_for_api_calls ? "ready" : "its database cannot be reached or is out of date";
  find(
    "Environment",
    ready_for_api_calls,
    `${environment}, card gateway in ${gateway_mode} mode, ${readiness}`,
  );

  const { info } = dataOf<{ info: { version: string } }>(await open.GET("/openapi.json"));
  const fits = info.version.split(".")[0] === version.split(".")[0];
  const remedy = fits ? "" : ": pack it anew from the repository of this service";
  find("API version", fits, `${info.version}; this client is ${version}${remedy}`);

  // The header has whole seconds.
  const told = Date.parse(found.response.headers.get("Date") ?? "") + 500;
  const skew = Math.round(((started + ended) / 2 - told) / 1000);
  const where = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service's`;
  find(
    "Clock",
    !(Math.abs(skew) > MAX_SKEW_SECONDS),
    Number.isNaN(skew) ? "the service names no time" : where,
  );
  return environment;
}

/** The scope is looked at before the body: these are refused for their body, or for the scope. */
async function scopesOf({ client }: Call, environment: string): Promise<string[]> {
  const nothing = {} as never;
  const asked = {
    "checkouts:read": () => client.GET("/v1/provider-checkouts", { params: { query: { limit: 1 } } }),
    "checkouts:write": () => client.POST("/v1/provider-checkouts", { body: nothing }),
    "webhooks:manage": () => client.GET("/v1/webhook-endpoints"),
    ...(environment === "sandbox" && {
      "sandbox:simulate": () => client.POST("/v1/sandbox/events", { body: nothing }),
      // A list is refused for its type: nothing is deleted.
      "sandbox:reset": () => client.POST("/v1/sandbox/reset", { body: [] as never }),
    }),
  };
  const found: string[] = [];
  for (const [scope, ask] of Object.entries(asked)) {
    try {
      dataOf(await ask());
      found.push(scope);
    } catch (error) {
      if (!isProblem(error, "validation_failed", "insufficient_scope")) throw error;
      if (error.code === "validation_failed") found.push(scope);
    }
  }
  return found;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
