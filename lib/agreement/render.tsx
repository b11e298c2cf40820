import { type DocumentProps, renderToBuffer } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { covers, loadFontsFor } from "../../packages/pdf/fonts";
import { keepReading } from "../../packages/pdf/reading";
import type { Covers } from "../../packages/pdf/scripts";
import { createTags, type Tags } from "../../packages/pdf/tags";
import { printableData, runsOf, stringsIn } from "../../packages/pdf/text";
import { FONT_FAMILY } from "../../packages/pdf/theme";
import { AgreementDocument } from "./document";
import type { AgreementModel, PrintedModel, ReceiptModel } from "./model";
import { ReceiptDocument } from "./receipt";

/**
 * The agreement as a PDF. The same model gives the same bytes in any process. It blocks the calling thread for a tenth of a
 * second, so requests use `createAgreementRenderer`.
 * @throws Error if the model lacks one of its terms
 */
export function renderAgreement(model: AgreementModel): Promise<Uint8Array<ArrayBuffer>> {
  return printed(model, model.signedAt, (data, rewritten, tags) => (
    <AgreementDocument model={data} rewritten={rewritten} tags={tags} />
  ));
}

export function renderReceipt(model: ReceiptModel): Promise<Uint8Array<ArrayBuffer>> {
  return printed(model, model.paidAt, (data, _, tags) => <ReceiptDocument model={data} tags={tags} />);
}

type Draw<T> = (data: T, rewritten: boolean, tags: Tags) => ReactElement<DocumentProps>;

async function printed<T extends PrintedModel>(model: T, at: string, draw: Draw<T>) {
  await loadFontsFor(stringsIn(model));
  try {
    return await drawn(model, at, draw, covers);
  } catch (error) {
    const plain = stringsIn(model).every((text) =>
      runsOf(text).every(({ family }) => family === FONT_FAMILY),
    );
    if (plain) throw error;
    // Letters that the library cannot shape are printed as numbers, so that everybody can sign.
    return drawn(model, at, draw, (family, character) => family === FONT_FAMILY && covers(family, character));
  }
}

async function drawn<T extends PrintedModel>(model: T, at: string, draw: Draw<T>, has: Covers) {
  const { data, changed } = printableData(model, has);
  const tags = createTags((context, whole) => keepReading(context, whole, new Date(at)));
  const pdf = await renderToBuffer(draw(data, changed, tags));
  // A copy whose memory can be transferred to another thread.
  return new Uint8Array(pdf);
}
