import { createHash } from "node:crypto";
import { expect, inject, it } from "vitest";
import { Api } from "../support/api";
import { confirmBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { authorisedPlan } from "../support/scenes";
import { slowed } from "../support/slowed";
import { freePort, SERVER, settingsOf, start, untilAnswers } from "../support/stack";

it("with a tenth of a core from its start on, a server signs 20 plans and makes 20 documents, without a 5xx", async ({
  onTestFinished,
}) => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { appKeys, jobsSecret } = inject("stack");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...settingsOf(databaseUrl, appKeys, jobsSecret), PORT: String(port), BASE_URL: url };
  const server = start([SERVER], settings);
  const end = slowed(server.child.pid!);
  onTestFinished(async () => {
    await end();
    await server.stop("SIGKILL");
  });
  await untilAnswers(`${url}/v1/environment`, server);

  const provider = await makeProvider({}, database(databaseUrl));
  const client = new Api(url, provider.key);
  const plans = await Promise.all(Array.from({ length: 20 }, () => authorisedPlan(client, provider)));
  const signed = await Promise.all(
    plans.map(({ id, answer }) => client.confirmAsItIs(id, confirmBody(answer.body))),
  );
  for (const answer of signed) {
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      checkout_status: "Confirmed",
      agreement: { status: expect.any(String) },
    });
  }
  const documents = new Set<string>();
  for (const { id } of plans) {
    const ready = await until("the document", async () => {
      const status = await client.status(id);
      expect(status.status, status.text).toBe(200);
      return status.body.agreement.status === "ready" && status.body.agreement;
    });
    const { status, bytes } = await client.agreement(id);
    expect(status).toBe(200);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(ready.sha256);
    documents.add(ready.sha256);
  }
  expect(documents.size).toBe(20);
  const waited = signed.filter(({ body }) => body.agreement.status === "being_made").length;
  console.error(`${waited} of 20 confirms were answered before their document was made`);
});
