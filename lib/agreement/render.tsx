import { renderToBuffer } from "@react-pdf/renderer";
import { WORDING_VERSION } from "../domain/wording";
import { AgreementDocument } from "./document";
import { covers, loadFontsFor } from "./fonts";
import type { AgreementModel } from "./model";
import { keepReading } from "./reading";
import type { Covers } from "./scripts";
import { createTags } from "./tags";
import { printableData, runsOf, stringsIn } from "./text";
import { FONT_FAMILY } from "./theme";

/**
 * The agreement as a PDF: the same model gives the same bytes in any process. It blocks the calling thread for a tenth
 * of a second, so requests go through `createAgreementRenderer`.
 * @throws Error where the model names another version of the wording than the one that would be printed
 */
export async function renderAgreement(model: AgreementModel): Promise<Uint8Array<ArrayBuffer>> {
  if (model.agreementVersion !== WORDING_VERSION) {
    throw new Error(
      `The agreement is to be of wording ${model.agreementVersion}, the wording is ${WORDING_VERSION}`,
    );
  }
  await loadFontsFor(stringsIn(model));
  try {
    return await drawn(model, covers);
  } catch (error) {
    const plain = stringsIn(model).every((text) =>
      runsOf(text).every(({ family }) => family === FONT_FAMILY),
    );
    if (plain) throw error;
    // D-110: letters that the library cannot shape must not keep anybody from signing; they are printed as numbers.
    return drawn(model, (family, character) => family === FONT_FAMILY && covers(family, character));
  }
}

async function drawn(model: AgreementModel, has: Covers): Promise<Uint8Array<ArrayBuffer>> {
  const { data, changed } = printableData(model, has);
  const signed = new Date(model.signedAt);
  const tags = createTags((context, whole) => keepReading(context, whole, signed));
  const pdf = await renderToBuffer(<AgreementDocument model={data} rewritten={changed} tags={tags} />);
  // A copy whose memory can be transferred to another thread.
  return new Uint8Array(pdf);
}
