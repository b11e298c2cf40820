import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../support/poll";
import { settingsOf, start } from "../support/stack";
import { appKeys, makeScene, type Scene } from "./scene";

function startWorker(scene: Scene) {
  const worker = start(["--import", "tsx", "scripts/worker.ts"], {
    ...settingsOf(scene.databaseUrl, appKeys, "x".repeat(24)),
    WEBHOOK_ALLOW_LOOPBACK: "on",
    TICK_SECONDS: "0",
  });
  onTestFinished(() => worker.stop("SIGKILL"));
  return worker;
}

describe("npm run worker", { timeout: 90_000 }, () => {
  it("delivers within about a second, without any server", async () => {
    const scene = await makeScene();
    const { receiver } = await scene.listen();
    const worker = startWorker(scene);
    await until("it runs", () => worker.output().includes("Looking for"), { seconds: 60 });
    await scene.happen(1);
    const happened = Date.now();
    await until("the event is there", () => receiver.received.length === 1);
    expect(Date.now() - happened).toBeLessThan(3000);
    expect(receiver.unsigned).toEqual([]);
  });

  it("finishes what is under way when it is told to stop, and begins nothing more", async () => {
    const scene = await makeScene();
    const { receiver } = await scene.listen();
    receiver.answer = (response) => void setTimeout(() => response.end(), 1000);
    await scene.happen(30);
    const worker = startWorker(scene);
    await until("a request is there", () => receiver.received.length > 0, { seconds: 60 });
    await worker.stop();
    expect({ code: worker.child.exitCode, signal: worker.child.signalCode }).toEqual({
      code: 0,
      signal: null,
    });
    expect(receiver.received.length).toBeLessThan(30);
    expect(await scene.attempts()).toHaveLength(receiver.received.length);
  });
});
