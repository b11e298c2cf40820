import { createHash } from "node:crypto";
import type { ApiResponse } from "../../packages/http/types";

const STYLE =
  "html{color-scheme:light dark}body{max-width:36rem;margin:20vh auto 0;padding:0 1.25rem;font:1rem/1.6 system-ui,sans-serif}h1{font-size:1.375rem;line-height:1.3}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** What a person is told where Next draws no page. */
export interface Words {
  status: number;
  title: string;
  text: string;
  retryAfterSeconds?: number;
  /** How a password is asked for. */
  challenge?: string;
}

/** @param isPage false for a script, which gets one line of text; Next shows it only where the type has no charset */
export function inWords(
  { status, title, text, retryAfterSeconds, challenge }: Words,
  isPage: boolean,
  requestId: string,
): ApiResponse {
  const page = `<!DOCTYPE html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`;
  return {
    status,
    headers: {
      "Cache-Control": "no-store",
      "Content-Type": isPage ? "text/html; charset=utf-8" : "text/plain",
      "Request-Id": requestId,
      "X-Content-Type-Options": "nosniff",
      ...(isPage && {
        "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      }),
      ...(challenge && { "WWW-Authenticate": challenge }),
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    },
    body: isPage ? page : `${text}\n`,
  };
}
