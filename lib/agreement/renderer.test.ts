import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { renderAgreement } from "./render";
import { createAgreementRenderer, RendererBusy } from "./renderer";
import { sampleAgreement } from "./sample";

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
    const { pdf, sha256 } = await renderer.render(sampleAgreement(26));
    expect(Buffer.from(pdf).equals(await renderAgreement(sampleAgreement(26)))).toBe(true);
    expect(sha256).toBe(createHash("sha256").update(pdf).digest("hex"));
    await renderer.close();
  });

  test("refuses what it cannot render and goes on with the next", async () => {
    const renderer = createAgreementRenderer();
    const refused = renderer.render({ ...MODEL, agreementVersion: "1999-01" });
    const made = renderer.render(MODEL);
    await expect(refused).rejects.toThrow("1999-01");
    expect((await made).pdf.length).toBeGreaterThan(10_000);
    await renderer.close();
  });

  test("does not keep a process alive that has nothing more to do", async () => {
    const script = `
      import { createAgreementRenderer } from "./lib/agreement/renderer.ts";
      import { sampleAgreement } from "./lib/agreement/sample.ts";
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

  test("a worker that hangs is given up after its time", async () => {
    const renderer = createAgreementRenderer({
      timeoutMs: 500,
      spawn: stub(`(message) => { if (message.id === 1) for (;;); (${ANSWER})(message); }`),
    });
    const [lost, kept] = await Promise.allSettled([renderer.render(MODEL), renderer.render(MODEL)]);
    expect(lost).toMatchObject({
      status: "rejected",
      reason: { name: "RendererBusy", message: expect.stringContaining("500 ms") },
    });
    expect(kept).toMatchObject({ status: "fulfilled", value: { sha256: "2" } });
    await renderer.close();
  });

  test("more than anyone would wait for is refused at once", async () => {
    const renderer = createAgreementRenderer({ spawn: stub("() => {}") });
    const waiting = Promise.allSettled(Array.from({ length: 201 }, () => renderer.render(MODEL)));
    await expect(renderer.render(MODEL)).rejects.toThrow(RendererBusy);
    await renderer.close();
    for (const result of await waiting) expect(result.status).toBe("rejected");
  });

  test("after closing, nothing is taken any more", async () => {
    const renderer = createAgreementRenderer({ spawn: stub(ANSWER) });
    await renderer.render(MODEL);
    await renderer.close();
    await expect(renderer.render(MODEL)).rejects.toThrow("closed");
  });
});
