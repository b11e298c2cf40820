const MAX_LENGTH = 200_000;

/** A text that a provider publishes, as paragraphs between empty lines. */
export function readPublished(bytes: Uint8Array): { text: string } | { fault: string } {
  const decoded = decode(bytes);
  if (decoded === null) return { fault: "it is not UTF-8 text. Save it as plain text." };
  const text = decoded.replaceAll("\r\n", "\n").trim();
  if (text === "") return { fault: "it is empty." };
  if (text.length > MAX_LENGTH) return { fault: `it is longer than ${MAX_LENGTH} characters.` };
  return /(?![\n\t])\p{Cc}/u.test(text)
    ? { fault: "it contains control characters. Save it as plain text." }
    : { text };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
