import { createHash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import type { AgreementModel } from "./model";
import { renderAgreement } from "./render";

/** What goes to the worker. */
export interface RenderRequest {
  id: number;
  model: AgreementModel;
}

/** What comes back for it. */
export type RenderReply =
  | { id: number; pdf: Uint8Array<ArrayBuffer>; sha256: string }
  | { id: number; error: string };

parentPort?.on("message", async ({ id, model }: RenderRequest) => {
  try {
    const pdf = await renderAgreement(model);
    const sha256 = createHash("sha256").update(pdf).digest("hex");
    reply({ id, pdf, sha256 }, [pdf.buffer]);
  } catch (error) {
    reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function reply(message: RenderReply, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
