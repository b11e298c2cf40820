export const AGREEMENT_FILE = "payment-plan-agreement.pdf";
export const RECEIPT_FILE = "receipt.pdf";

const MAX_OF_A_PART = 60;

/** "Northbank-ORD-1234-payment-plan-agreement.pdf", so that it is found again among other downloads. */
export function fileName(provider: string, reference: string, what: string): string {
  const [of, order] = [provider, reference].map((part) => dashed(part.slice(0, MAX_OF_A_PART)));
  return [of, order, what].filter(Boolean).join("-");
}

/** The value of Content-Disposition: in ASCII, and in full for browsers, which all read that. RFC 6266 */
export function asDownload(name: string): string {
  const ascii = dashed(name.normalize("NFKD").replace(/\p{M}/gu, ""), /[^a-z0-9._]+/gi);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function dashed(text: string, unwanted = /[^\p{L}\p{M}\p{N}._]+/gu): string {
  return text.replace(unwanted, "-").replace(/^[-.]+|-+$/g, "");
}
