import { expect, it, onTestFinished } from "vitest";
import { insertDelivery } from "../../lib/db/webhook-log";
import { newId } from "../../lib/domain/ids";
import { deliverDue } from "../../lib/events/deliver";
import { newWebhookSecret } from "../../lib/events/secret";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { startReceiver } from "./receiver";
import { makeEndpoint, makeScene, type Scene } from "./scene";

const MOST_OF_A_PROVIDER = 32;

it("a provider whose receivers all hang keeps no other provider waiting", { timeout: 60_000 }, async () => {
  const scene = await makeScene({ timeoutMs: 5_000 });
  const slow = await Promise.all(Array.from({ length: 20 }, () => scene.listen()));
  for (const { receiver } of slow) receiver.answer = () => {};
  const underWay = () => slow.reduce((sum, { receiver }) => sum + receiver.load.now, 0);
  await scene.happen(10, new Date(Date.now() - 60_000));
  work(scene);
  await until("requests hang", () => underWay() >= MOST_OF_A_PROVIDER);
  const quick = await otherProvider(scene);
  await quick.happen();
  await until("the other provider has its event", () => quick.receiver.received.length === 1, { seconds: 2 });
  expect(underWay()).toBe(MOST_OF_A_PROVIDER);
});

function work({ deps }: Scene) {
  let isOver = false;
  const working = deliverDue(
    deps,
    () => new Date(),
    () => !isOver,
  );
  onTestFinished(async () => {
    isOver = true;
    await working;
  });
}

async function otherProvider({ deps, db }: Scene) {
  const provider = await makeProvider({}, db);
  const secret = newWebhookSecret();
  const receiver = await startReceiver(secret);
  onTestFinished(() => receiver.stop());
  const endpointId = await makeEndpoint(deps, provider, { url: receiver.url, secret });
  return {
    receiver,
    happen: () =>
      insertDelivery(db, {
        providerId: provider.id,
        id: newId("whd"),
        endpointId,
        eventId: newId("evt"),
        eventType: "checkout.created",
        kind: "test",
        testData: {},
        dueAt: new Date(),
        createdAt: new Date(),
      }),
  };
}
