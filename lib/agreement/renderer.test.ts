import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { sampleAgreement } from "../../e2e/support/agreement-sample";
import { renderAgreement } from "./render";
import { createAgreementRenderer, RendererBusy } from "./renderer";
import type { RenderRequest } from "./worker";

const MODEL = sampleAgreement(1);

/** A stand-in for the worker, which does with each message what the script says. */
const stub = (onMessage: string) => () =>
  new Worker(
    `const { parentPort } = require("node:worker_threads"); parentPort.on("message", ${onMessage});`,
    {
      eval: true,
    },
  );
const ANSWER = `({ id }) => parentPort.postMessage({ id, pdf: new Uint8Array([id]), sha256: String(id) })`;

/** Only what hangs takes as long, on any machine. */
const HANGS_MS = 120_000;

describe("the worker", () => {
  test("makes the same file as the thread that asks, and its hash", async () => {
    const renderer = createAgreementRenderer({ warm: true, timeoutMs: HANGS_MS });
    const { pdf, sha256 } = await renderer.render(sampleAgreement(26));
    expect(Buffer.from(pdf).equals(await renderAgreement(sampleAgreement(26)))).toBe(true);
    expect(sha256).toBe(createHash("sha256").update(pdf).digest("hex"));
    await renderer.close();
  });

  test("refuses what it cannot render and goes on with the next", async () => {
    const renderer = createAgreementRenderer({ timeoutMs: HANGS_MS });
    const refused = renderer.render({ ...MODEL, agreementVersion: "1999-01" });
    const made = renderer.render(MODEL);
    await expect(refused).rejects.toThrow("1999-01");
    expect((await made).pdf.length).toBeGreaterThan(10_000);
    await renderer.close();
  });

  test("does not keep a process alive that has nothing more to do", async () => {
    const script = `
      import { createAgreementRenderer } from "./lib/agreement/renderer.ts";
      import { sampleAgreement } from "./e2e/support/agreement-sample.ts";
      createAgreementRenderer({ warm: true, timeoutMs: 120_000 }).render(sampleAgreement(1))
        .then(({ sha256 }) => process.stdout.write(sha256));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", script],
      { timeout: 120_000 },
    );
    expect(stdout).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("one document after another", () => {
  test("each caller gets the answer to its own model", async () => {
    const renderer = createAgreementRenderer({ spawn: stub(ANSWER) });
    const answers = await Promise.all(Array.from({ length: 20 }, () => renderer.render(MODEL)));
    expect(answers.map(({ sha256 }) => Number(sha256))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    await renderer.close();
  });

  test("a worker that dies takes only the document under way with it", async () => {
    const renderer = createAgreementRenderer({
      spawn: stub(`(message) => message.id === 1 ? process.exit(7) : (${ANSWER})(message)`),
    });
    const [lost, kept] = await Promise.allSettled([renderer.render(MODEL), renderer.render(MODEL)]);
    expect(lost).toMatchObject({ status: "rejected" });
    expect(kept).toMatchObject({ status: "fulfilled", value: { sha256: "2" } });
    await renderer.close();
  });

  test("a worker that throws is replaced", async () => {
    const renderer = createAgreementRenderer({
      spawn: stub(`(message) => { if (message.id === 1) throw new Error("broken"); (${ANSWER})(message); }`),
    });
    await expect(renderer.render(MODEL)).rejects.toThrow("broken");
    expect(await renderer.render(MODEL)).toMatchObject({ sha256: "2" });
    await renderer.close();
  });

  test("after closing, nothing is taken any more", async () => {
    const renderer = createAgreementRenderer({ spawn: stub(ANSWER) });
    await renderer.render(MODEL);
    await renderer.close();
    await expect(renderer.render(MODEL)).rejects.toThrow("closed");
  });
});

/** A worker in the test's hands. */
class HeldWorker extends EventEmitter {
  given: RenderRequest[] = [];
  isEnded = false;
  ref() {}
  unref() {}
  postMessage(request: RenderRequest) {
    this.given.push(request);
  }
  async terminate() {
    this.isEnded = true;
  }
  isReady() {
    this.emit("message", { id: 0 });
  }
  /** Whose document it has. */
  get underWay() {
    return this.given.at(-1)!.model.provider.code;
  }
  finish() {
    const { id, model } = this.given.at(-1)!;
    this.emit("message", { id, pdf: new Uint8Array(), sha256: model.provider.code });
  }
}

describe("documents of several providers", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  /** A renderer with the product's own bounds, whose worker was just started and is ready. */
  function held() {
    const workers: HeldWorker[] = [];
    const renderer = createAgreementRenderer({
      warm: true,
      spawn: () => {
        workers.push(new HeldWorker());
        return workers.at(-1) as unknown as Worker;
      },
    });
    workers[0]!.isReady();
    /** What became of each that was asked for so far: its provider once made, the refusal, or undefined. */
    const results: (string | undefined)[] = [];
    const ask = (code: string, documents = 1) => {
      for (let asked = 0; asked < documents; asked++) {
        const index = results.push(undefined) - 1;
        renderer.render({ ...MODEL, provider: { ...MODEL.provider, code } }).then(
          ({ sha256 }) => {
            results[index] = sha256;
          },
          (error) => {
            results[index] = error instanceof RendererBusy ? "busy" : error.message;
          },
        );
      }
    };
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    return { workers, renderer, ask, results, pass };
  }

  test("one provider's many hold up another's by one document", async () => {
    const { workers, ask } = held();
    const [worker] = workers as [HeldWorker];
    ask("many", 40);
    ask("other");
    expect(worker.underWay).toBe("many");
    worker.finish();
    expect(worker.underWay).toBe("other");
    worker.finish();
    expect(worker.underWay).toBe("many");
  });

  test("who has too many waiting is refused at once, and others are still taken", async () => {
    const { workers, ask, results, pass } = held();
    const [worker] = workers as [HeldWorker];
    ask("many", 200);
    await pass(0);
    expect(results.filter((result) => result === "busy")).toHaveLength(149);
    ask("other");
    worker.finish();
    worker.finish();
    await pass(0);
    expect(results.at(-1)).toBe("other");
  });

  test("in all no more wait than could be kept", async () => {
    const { ask, results, pass } = held();
    for (let provider = 0; provider < 12; provider++) ask(`provider ${provider}`, 50);
    await pass(0);
    expect(results.filter((result) => result === "busy")).toHaveLength(99);
  });

  test("after nine seconds a document is refused, and one still in line is never made", async () => {
    const { workers, ask, results, pass } = held();
    const [worker] = workers as [HeldWorker];
    ask("slow", 4);
    await pass(4_000);
    worker.finish();
    await pass(4_000);
    worker.finish();
    await pass(999);
    expect(results).toEqual(["slow", "slow", undefined, undefined]);
    await pass(1);
    expect(results).toEqual(["slow", "slow", "busy", "busy"]);
    ask("other");
    // Nobody waits for the third any more, and the worker is not lost over it; the fourth was not begun.
    worker.finish();
    expect(worker.given.map(({ model }) => model.provider.code)).toEqual(["slow", "slow", "slow", "other"]);
    expect(worker.isEnded).toBe(false);
    worker.finish();
    await pass(0);
    expect(results).toEqual(["slow", "slow", "busy", "busy", "other"]);
  });

  test("what its caller waited before counts too", async () => {
    const { workers, renderer, pass } = held();
    await pass(20_000);
    const late = renderer.render(MODEL, performance.now() - 9_000);
    await expect(late).rejects.toThrow(RendererBusy);
    expect(workers[0]!.given).toEqual([]);
    const settled = Promise.allSettled([renderer.render(MODEL, performance.now() - 8_000)]);
    await pass(1_000);
    expect(await settled).toMatchObject([{ status: "rejected", reason: { name: "RendererBusy" } }]);
  });

  test("a worker that hangs is given up in time for those behind it", async () => {
    const { workers, ask, results, pass } = held();
    ask("hanging");
    ask("other");
    await pass(5_999);
    expect(workers).toHaveLength(1);
    await pass(1);
    expect(workers).toHaveLength(2);
    expect(workers[0]!.isEnded).toBe(true);
    workers[0]!.isReady();
    workers[1]!.isReady();
    workers[1]!.finish();
    await pass(0);
    expect(results).toEqual(["busy", "other"]);
  });

  test("it is not well from when its worker is lost until another is ready", async () => {
    const { workers, ask, renderer, pass } = held();
    ask("hanging");
    expect(renderer.isWell()).toBe(true);
    await pass(6_000);
    expect(renderer.isWell()).toBe(false);
    expect(workers).toHaveLength(2);
    workers[1]!.isReady();
    expect(renderer.isWell()).toBe(true);
  });

  test("a worker's start counts for none of its first document", async () => {
    const { workers, ask, results, pass } = held();
    ask("hanging");
    await pass(6_000);
    ask("slow");
    await pass(6_500);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    workers[1]!.isReady();
    await pass(2_400);
    workers[1]!.finish();
    await pass(0);
    expect(results).toEqual(["busy", "slow"]);
    ask("never ready");
    workers[1]!.emit("exit", 1);
    ask("behind it");
    await pass(40_000);
    expect(results.slice(2)).toEqual(["busy", "busy"]);
    expect(workers.at(-1)!.isEnded).toBe(true);
  });
});
