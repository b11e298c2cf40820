import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { sampleAgreement } from "../../e2e/support/agreement-sample";
import type { PrintedModel } from "../../lib/agreement/model";
import { renderAgreement } from "../../lib/agreement/render";
import type { RenderReply, RenderRequest } from "../../packages/pdf/renderer";
import { createAgreementRenderer } from "./renderer";

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

describe("the worker", () => {
  test("makes the same file as the thread that asks, and its hash", async () => {
    const renderer = createAgreementRenderer({ warm: true });
    const { pdf, sha256 } = (await renderer.render(sampleAgreement(26)))!;
    expect(Buffer.from(pdf).equals(await renderAgreement(sampleAgreement(26)))).toBe(true);
    expect(sha256).toBe(createHash("sha256").update(pdf).digest("hex"));
    await renderer.close();
  });

  test("refuses what it cannot render and goes on with the next", async () => {
    const renderer = createAgreementRenderer();
    const refused = renderer.render({ ...MODEL, terms: [] });
    const made = renderer.render(MODEL);
    await expect(refused).rejects.toThrow("not rendered");
    expect((await made)!.pdf.length).toBeGreaterThan(10_000);
    await renderer.close();
  });

  test("does not keep a process alive that has nothing more to do", async () => {
    const script = `
      import { createAgreementRenderer } from "./server/documents/renderer.ts";
      import { sampleAgreement } from "./e2e/support/agreement-sample.ts";
      createAgreementRenderer({ warm: true }).render(sampleAgreement(1))
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
    expect(answers.map((made) => Number(made!.sha256))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
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
    expect(await renderer.render(MODEL)).toBeNull();
  });
});

/** A worker in the test's hands. */
class HeldWorker extends EventEmitter {
  given: RenderRequest<PrintedModel>[] = [];
  isEnded = false;
  ref() {}
  unref() {}
  postMessage(request: RenderRequest<PrintedModel>) {
    this.given.push(request);
  }
  async terminate() {
    this.isEnded = true;
  }
  says(reply: RenderReply) {
    this.emit("message", reply);
  }
  /** Whose document it has. */
  get underWay() {
    return this.given.at(-1)!.model.provider.code;
  }
  finish() {
    const { id, model } = this.given.at(-1)!;
    this.says({ id, pdf: new Uint8Array(), sha256: model.provider.code });
  }
}

describe("documents of several providers", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  /** A renderer with the product's own bounds, whose worker was just started. */
  function held() {
    const workers: HeldWorker[] = [];
    const renderer = createAgreementRenderer({
      warm: true,
      spawn: () => {
        workers.push(new HeldWorker());
        return workers.at(-1) as unknown as Worker;
      },
    });
    /** What became of each that was asked for so far: its provider once made, null where there is no room, or undefined. */
    const results: (string | null | undefined)[] = [];
    const ask = (code: string, documents = 1) => {
      for (let asked = 0; asked < documents; asked++) {
        const index = results.push(undefined) - 1;
        renderer.render({ ...MODEL, provider: { ...MODEL.provider, code } }).then(
          (made) => {
            results[index] = made?.sha256 ?? null;
          },
          (error) => {
            results[index] = error.message;
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
    ask("many", 20);
    ask("other");
    expect(worker.underWay).toBe("many");
    worker.finish();
    expect(worker.underWay).toBe("other");
    worker.finish();
    expect(worker.underWay).toBe("many");
  });

  test("who has too many waiting is told so at once, and others are still taken", async () => {
    const { workers, ask, results, pass } = held();
    const [worker] = workers as [HeldWorker];
    ask("many", 100);
    await pass(0);
    expect(results.filter((result) => result === null)).toHaveLength(79);
    ask("other");
    worker.finish();
    worker.finish();
    await pass(0);
    expect(results.at(-1)).toBe("other");
  });

  test("in all no more wait than could be kept", async () => {
    const { ask, results, pass } = held();
    for (let provider = 0; provider < 12; provider++) ask(`provider ${provider}`, 20);
    await pass(0);
    expect(results.filter((result) => result === null)).toHaveLength(39);
  });

  test("a document takes as long as it takes, while its worker gives signs of life", async () => {
    const { workers, ask, results, pass } = held();
    const [worker] = workers as [HeldWorker];
    ask("slow");
    for (let minutes = 0; minutes < 60; minutes++) {
      worker.says("alive");
      await pass(60_000);
    }
    worker.finish();
    await pass(0);
    expect([workers.length, worker.isEnded, results]).toEqual([1, false, ["slow"]]);
  });

  test("a worker without a sign of life is replaced, and only the document under way fails", async () => {
    const { workers, ask, results, renderer, pass } = held();
    ask("hanging");
    ask("other");
    await pass(299_000);
    expect(workers).toHaveLength(1);
    await pass(1_000);
    expect(workers).toHaveLength(2);
    expect(workers[0]!.isEnded).toBe(true);
    expect(renderer.isWell()).toBe(false);
    workers[1]!.says("ready");
    expect(renderer.isWell()).toBe(true);
    workers[1]!.finish();
    await pass(0);
    expect(results).toEqual([expect.stringContaining("no sign of life"), "other"]);
  });
});
