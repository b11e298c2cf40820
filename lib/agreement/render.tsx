import { renderToBuffer } from "@react-pdf/renderer";
import { WORDING_VERSION } from "../domain/wording";
import { AgreementDocument } from "./document";
import { loadFontsFor } from "./fonts";
import type { AgreementModel } from "./model";
import { printableData, stringsIn } from "./text";

/**
 * The agreement as a PDF. The same model gives the same bytes, in any process.
 * It keeps the calling thread busy for a tenth of a second: requests go through `createAgreementRenderer`.
 * @throws Error where the model names another version of the wording than the one that would be printed.
 */
export async function renderAgreement(model: AgreementModel): Promise<Uint8Array<ArrayBuffer>> {
  if (model.agreementVersion !== WORDING_VERSION) {
    throw new Error(
      `The agreement is to be of wording ${model.agreementVersion}, the wording is ${WORDING_VERSION}`,
    );
  }
  await loadFontsFor(stringsIn(model));
  const { data, changed } = printableData(model);
  const pdf = await renderToBuffer(<AgreementDocument model={data} rewritten={changed} />);
  // A copy with memory of its own, which can be handed to another thread.
  return new Uint8Array(pdf);
}
