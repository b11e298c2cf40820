import { expect, it, onTestFinished } from "vitest";
import { makeApiKey } from "../../lib/crypto/api-key";
import { type Id, newId } from "../../lib/domain/ids";
import type { SecurityLine } from "../../lib/http/security-events";
import { Api, expectProblem } from "../support/api";
import { confirmBody, planBody } from "../support/bodies";
import { longAgo } from "../support/moments";
import { makeKey, makeProvider } from "../support/provider";
import { authorisedPlan, strangers } from "../support/scenes";
import { sharedSettings } from "../support/shared";
import { startServer } from "../support/stack";

it("what was tried is in the log by its kind and reason, at debug too without a secret", async () => {
  const server = await startServer("server", sharedSettings({ LOG_LEVEL: "debug" }));
  onTestFinished(() => server.stop());
  const sent: string[] = [];
  const secret = (text: string) => {
    sent.push(text);
    return text;
  };
  const provider = await makeProvider();
  const keyId = (key: string) => `key_${key.split("_")[2]}` as Id<"key">;
  const ask = async (key: string) =>
    (await new Api(server.url, secret(key)).get("/v1/provider-checkouts")).status;

  const revoked = await makeKey(provider.id, { revokedAt: longAgo() });
  const expired = await makeKey(provider.id, { expiresAt: longAgo() });
  const wrongSecret = makeApiKey("sandbox", keyId(provider.key)).key;
  for (const key of [
    "pc_test_nonsense",
    makeApiKey("sandbox", newId("key")).key,
    revoked,
    expired,
    wrongSecret,
    makeApiKey("production", newId("key")).key,
  ])
    expect(await ask(key)).toBe(401);
  await fetch(`${server.url}/api/jobs/metrics`, {
    headers: { Authorization: `Bearer ${secret("guessed-jobs-secret")}` },
  });

  const client = new Api(server.url, secret(provider.key));
  const { id, answer } = await authorisedPlan(client, provider);
  const right = confirmBody(answer.body);
  const { checkout_token } = strangers();
  secret(checkout_token);
  secret(answer.body.checkout.checkout_token);
  const confirmed = await client.confirm(id, { ...right, checkout: { ...right.checkout, checkout_token } });
  expectProblem(confirmed, 403, "checkout_token_invalid");
  const stranger = await makeProvider();
  expectProblem(await client.create(planBody(stranger)), 403, "provider_code_mismatch");
  expect((await fetch(`${server.url}/v1/provider-checkouts/%`)).status).toBe(404);

  const session = secret(`dds_${newId("dda").slice(4)}_${"A".repeat(43)}`);
  const link = secret(`${newId("enr").slice(4)}${"b".repeat(43)}`);
  expect((await fetch(`${server.url}/api/dd-setup?session=${session}`)).status).toBe(404);
  expect((await fetch(`${server.url}/e/${link}/pay`)).status).toBe(404);
  const form = await fetch(`${server.url}/e/${link}/pay`, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(form.status).toBe(403);

  await server.stop();
  const output = server.output();
  const lines: SecurityLine[] = output
    .split("\n")
    .filter((line) => line.includes('"event":"security"'))
    .map((line) => JSON.parse(line));
  const of = (kind: string, reason: string) =>
    lines.filter((line) => line.kind === kind && line.reason === reason);
  for (const [kind, reason, key] of [
    ["api_key_refused", "malformed"],
    ["api_key_refused", "unknown"],
    ["api_key_refused", "revoked", revoked],
    ["api_key_refused", "expired", expired],
    ["api_key_refused", "wrong_secret", provider.key],
    ["api_key_refused", "wrong_environment"],
    ["jobs_secret_refused", "wrong"],
    ["checkout_token_refused", "wrong", provider.key],
    ["provider_code_refused", "foreign", provider.key],
    ["path_refused", "not_plain"],
    ["link_refused", "setup_session"],
    ["link_refused", "resume_link"],
    ["form_origin_refused", "foreign"],
  ] as const) {
    const found = of(kind, reason);
    expect([kind, reason, found.length]).toEqual([kind, reason, 1]);
    expect(found[0]!.key_id).toBe(key && keyId(key));
  }
  // Compared here, so that a failure does not print what it found.
  const written = sent.filter((text) => output.includes(text) || output.includes(text.slice(-20)));
  expect(written.length).toBe(0);
  expect(output.includes(stranger.code)).toBe(false);
});
