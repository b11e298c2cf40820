import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../support/poll";
import { compiled, freePort, settingsOf, start } from "../support/stack";
import { appKeys, makeScene, type Scene } from "../webhooks/scene";

function startWorker(scene: Scene, metricsPort: number, ...options: string[]) {
  const worker = start([...options, compiled("worker")], {
    ...settingsOf(scene.databaseUrl, appKeys, "x".repeat(24)),
    WEBHOOK_ALLOW_LOOPBACK: "on",
    // Webhooks do not wait for the work that is looked for at intervals.
    TICK_SECONDS: "60",
    METRICS_PORT: String(metricsPort),
  });
  onTestFinished(() => worker.stop("SIGKILL"));
  return worker;
}

describe("npm run worker", () => {
  it("delivers what happens while it runs, without any server; told to stop, it finishes what is under way", async () => {
    const scene = await makeScene();
    const { receiver } = await scene.listen();
    const metricsPort = await freePort();
    const worker = startWorker(scene, metricsPort);
    await until("it runs", () => worker.output().includes("Looking for"));
    const metrics = () =>
      fetch(`http://127.0.0.1:${metricsPort}/api/jobs/metrics`, {
        headers: { Authorization: `Bearer ${"x".repeat(24)}` },
      });
    expect((await metrics()).status).toBe(200);
    await scene.happen(1);
    await until("the event is there", () => receiver.received.length === 1);
    await until("it is counted", async () =>
      (await (await metrics()).text()).includes('webhook_duration_seconds_count{result="taken"} 1'),
    );
    expect(receiver.unsigned).toEqual([]);

    const answers: (() => void)[] = [];
    receiver.answer = (response) => void answers.push(() => response.end());
    await scene.happen(30);
    await until("a request is there", () => answers.length > 0);
    const stopped = worker.stop();
    await until("it knows", () => worker.output().includes("Finishing what is under way"));
    // Those that came before it was told, and any that are on their way.
    receiver.answer = (response) => void response.end();
    for (const answer of answers) answer();
    await stopped;
    expect({ code: worker.child.exitCode, signal: worker.child.signalCode }).toEqual({
      code: 0,
      signal: null,
    });
    expect(receiver.received.length).toBeLessThan(31);
    expect(await scene.attempts()).toHaveLength(receiver.received.length);
  });
});
