import { expect, it, onTestFinished } from "vitest";
import { insertDelivery } from "../../lib/db/webhook-log";
import { newId } from "../../lib/domain/ids";
import { newWebhookSecret } from "../../packages/net/signature";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { type Receiver, startReceiver } from "./receiver";
import { keepDelivering, makeEndpoint, makeScene, type Scene } from "./scene";

const MAX_OF_A_PROVIDER = 32;

it("a provider whose receivers all hang keeps no other provider waiting", async () => {
  const scene = await makeScene();
  const slow: Receiver[] = [];
  for (let number = 0; number < 5; number++) {
    const { receiver } = await scene.listen();
    receiver.hold();
    slow.push(receiver);
  }
  const underWay = () => slow.reduce((sum, { load }) => sum + load.now, 0);
  await scene.happen(10, new Date(Date.now() - 60_000));
  keepDelivering(scene, slow);
  await until("requests hang", () => underWay() >= MAX_OF_A_PROVIDER);
  const quick = await otherProvider(scene);
  await quick.happen();
  await until("the other provider has its event", () => quick.receiver.received.length === 1);
  expect(underWay()).toBe(MAX_OF_A_PROVIDER);
});

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
