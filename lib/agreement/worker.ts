import { createHash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import type { PrintedModel } from "./model";
import { renderAgreement, renderReceipt } from "./render";

const READY = 0;

/** What goes to the worker; `id` counts from 1. */
export interface RenderRequest {
  id: number;
  model: PrintedModel;
}

/** First that the worker is ready, then one reply for each document. */
export type RenderReply =
  | { id: typeof READY }
  | { id: number; pdf: Uint8Array<ArrayBuffer>; sha256: string }
  | { id: number; error: string };

parentPort?.on("message", async ({ id, model }: RenderRequest) => {
  try {
    const pdf = await ("kind" in model ? renderReceipt(model) : renderAgreement(model));
    const sha256 = createHash("sha256").update(pdf).digest("hex");
    reply({ id, pdf, sha256 }, [pdf.buffer]);
  } catch (error) {
    reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

reply({ id: READY });

function reply(message: RenderReply, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
