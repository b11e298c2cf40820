import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";
import type { PrintedModel, ReceiptModel } from "../../lib/agreement/model";
import { renderAgreement, renderReceipt } from "../../lib/agreement/render";
import type { RenderReply, RenderRequest } from "../../packages/pdf/renderer";

const SAMPLE: ReceiptModel = {
  kind: "receipt",
  reference: "sample",
  receiptNumber: "1",
  environment: "sandbox",
  paidAt: "2026-01-01T00:00:00.000Z",
  timeZone: "Australia/Sydney",
  provider: {
    name: "Sample",
    code: "SAMPLE",
    legalName: "Sample",
    businessNumber: undefined,
    email: "sample@example.com",
    phone: undefined,
  },
  student: { firstName: "Sample", lastName: "Student", email: "sample@example.com" },
  course: { name: "Sample" },
  amountCents: 100,
  card: null,
  refunded: null,
};

const ALIVE_MS = 5_000;
/** Less work than this between two signs of life is the signs' own: the thread waits for something that may never come. */
const IDLE_MS = 5;

let seen = performance.eventLoopUtilization();
setInterval(() => {
  const now = performance.eventLoopUtilization();
  if (performance.eventLoopUtilization(now, seen).active > IDLE_MS) reply("alive");
  seen = now;
}, ALIVE_MS).unref();

void renderReceipt(SAMPLE).then(() => {
  reply("ready");
  parentPort?.on("message", make);
});

async function make({ id, model }: RenderRequest<PrintedModel>): Promise<void> {
  try {
    const pdf = await ("kind" in model ? renderReceipt(model) : renderAgreement(model));
    const sha256 = createHash("sha256").update(pdf).digest("hex");
    reply({ id, pdf, sha256 }, [pdf.buffer]);
  } catch (error) {
    reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function reply(message: RenderReply, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
