import { expect, it } from "vitest";
import { readEndpoint } from "../../lib/staff/set-up/endpoints";
import { takeSetUp } from "../../lib/staff/set-up/take";
import { cookieNamesOf, lazySignIn } from "../../server/instance/staff";
import { REASON } from "../support/acting";
import { callerAt } from "../support/staff";
import { makeScene } from "./scene";

it("a test that an admin sends from the console shows what the endpoint responded", async () => {
  const scene = await makeScene();
  const { receiver, endpoint } = await scene.listen();
  receiver.answer = (response) => response.writeHead(503).end("down");
  const { deps, provider } = scene;
  const caller = callerAt(provider, "admin");
  const staff = {
    ...deps,
    signIn: lazySignIn(deps),
    cookieNames: cookieNamesOf(deps.baseUrl),
    note: deps.security.note,
  };
  const place = { part: "endpoints", id: endpoint, key: "test" };
  const done = await takeSetUp(staff, caller, place, { type: "debit.paid", reason: REASON });
  const [, delivery = ""] = /\?delivery=(\w+)$/.exec(done?.ok ? done.to : "") ?? [];
  const shown = async () => (await readEndpoint(deps, caller, endpoint, { before: "", delivery }))!;
  expect((await shown()).opened).toMatchObject({ kind: "Test", made: 0, attempts: [] });
  await scene.deliver();
  const { opened, endpoint: after } = await shown();
  expect(opened).toMatchObject({
    status: { word: "Not delivered yet" },
    body: receiver.received[0]!.body,
    attempts: [{ number: 1, responseStatus: 503, fault: "status" }],
  });
  expect(opened!.attempts[0]!.headers).toContain(`webhook-id: ${opened!.eventId}`);
  expect(after.standing.word).toBe("Fails");
});
