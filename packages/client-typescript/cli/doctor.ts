import { dataOf } from "../errors.js";
import { createProviderCheckoutClient, isProblem, type Schema } from "../index.js";
import { type Call, type Command, columns } from "./command.js";
import { examineEndpoints, type Find, SEND_TEST } from "./doctor-webhooks.js";
import { version } from "./version.js";

/** Receivers refuse what is five minutes off; a clock that is one minute off will get there. */
const MAX_SKEW_SECONDS = 60;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface Finding {
  name: string;
  ok: boolean;
  says: string;
}

export const DOCTOR: Command = {
  words: [],
  summary: "Examines address, key, scopes, clock and webhook endpoints",
  more: `It changes nothing: scopes are found out by requests that the API refuses, with or without them. Of webhook
endpoints it tells the last delivery; only with --send-test does it send them something. Exit code 1 where something is wrong.`,
  options: SEND_TEST,
  hasJson: true,
  async run(call) {
    const findings = await examine(call);
    const ok = findings.every((one) => one.ok);
    if (call.json) call.print(JSON.stringify({ ok, checks: findings }, null, 2));
    else
      for (const line of columns(findings.map(({ name, ok, says }) => [ok ? "✓" : "✗", name, says])))
        call.print(line);
    return ok;
  },
};

async function examine(call: Call): Promise<Finding[]> {
  const { baseUrl, from } = call.settings;
  const findings: Finding[] = [];
  const find = (name: string, ok: boolean, says: string) => findings.push({ name, ok, says });

  let environment: Schema<"Environment">;
  try {
    environment = await examineAddress(baseUrl, find);
  } catch (error) {
    find("Address", false, `${(error as Error).message}. The address ${baseUrl} is from ${from}`);
    return findings;
  }
  try {
    dataOf(await call.client.GET("/v1/environment"));
    const isSent = call.settings.apiKey !== undefined;
    find("Key", isSent, isSent ? `valid in ${environment.environment}` : "none: set API_KEY to your key");
    if (!isSent) return findings;
  } catch (error) {
    find("Key", false, `${(error as Error).message} The key is from ${from}`);
    return findings;
  }
  const scopes = await scopesOf(call, environment.environment);
  find("Scopes", scopes.length > 0, scopes.join(", ") || "none");
  if (scopes.includes("webhooks:manage")) await examineEndpoints(call, find);
  return findings;
}

async function examineAddress(baseUrl: string, find: Find): Promise<Schema<"Environment">> {
  const open = createProviderCheckoutClient({ baseUrl, maxRetries: 0, timeoutMs: 10_000 });
  const started = Date.now();
  const answer = await open.GET("/v1/environment");
  const ended = Date.now();
  const environment = dataOf<Schema<"Environment">>(answer);
  const { protocol, hostname } = new URL(baseUrl);
  const isSafe = protocol === "https:" || LOOPBACK.test(hostname);
  const warning = isSafe ? "" : ", but http sends your key for everybody to read: use https";
  find("Address", isSafe, `${baseUrl} answers in ${ended - started} ms${warning}`);
  const { environment: name, gateway_mode, ready_for_api_calls } = environment;
  const readiness = ready_for_api_calls
    ? "ready"
    : "not ready: its database cannot be reached or is out of date";
  find("Environment", ready_for_api_calls, `${name}, card gateway in ${gateway_mode} mode, ${readiness}`);

  const document = dataOf<{ info: { version: string } }>(await open.GET("/openapi.json"));
  const served = document.info.version;
  const fits = served.split(".")[0] === version.split(".")[0];
  const remedy = fits ? "" : ": pack it anew from the repository of this service";
  find("API version", fits, `${served}; this client is ${version}${remedy}`);

  // The header has whole seconds.
  const told = Date.parse(answer.response.headers.get("Date") ?? "") + 500;
  const skew = Math.round(((started + ended) / 2 - told) / 1000);
  const says =
    skew === 0 ? "as the service's" : `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service's`;
  if (Number.isNaN(skew)) find("Clock", true, "the service did not say its time");
  else find("Clock", Math.abs(skew) <= MAX_SKEW_SECONDS, says);
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
      if (!isProblem(error)) throw error;
      if (error.code === "validation_failed") found.push(scope);
      else if (error.code !== "insufficient_scope") throw error;
    }
  }
  return found;
}
