import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** What browsers load of a stand-in: its script, and the frames that the script draws. */

const built = new Map<string, Promise<string>>();

async function bundle(name: "script" | "frame"): Promise<string> {
  const source = fileURLToPath(new URL(`./browser/${name}.ts`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    format: "iife",
    target: "es2022",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

function once(name: "script" | "frame"): Promise<string> {
  const known = built.get(name) ?? bundle(name);
  built.set(name, known);
  return known;
}

const STYLE =
  "body{font:16px system-ui;margin:8px}label{display:block;margin-bottom:12px}input,button{display:block;box-sizing:border-box;width:100%;padding:8px;font:inherit}";

const framed = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-in for Stripe</title><style>${STYLE}</style>${body}<script src="/elements/frame.js"></script></html>`;

const input = (id: string, label: string) =>
  `<label>${label} <input id="${id}" inputmode="numeric" autocomplete="off"></label>`;

const CARD =
  input("number", "Card number") +
  input("expiry", "Expiration date") +
  input("cvc", "Security code") +
  `<p role="alert"></p>`;

/** Null for a path that is none of the browser's. */
export async function browserFile(
  path: string,
  { hasWallet }: { hasWallet: boolean },
): Promise<{ type: string; body: string } | null> {
  const html = (body: string) => ({ type: "text/html; charset=utf-8", body: framed(body) });
  const script = async (name: "script" | "frame") => ({ type: "text/javascript", body: await once(name) });
  switch (path) {
    case "/endive/stripe.js":
      return script("script");
    case "/elements/frame.js":
      return script("frame");
    case "/elements/payment":
      return html(CARD);
    case "/elements/expressCheckout":
      return html(hasWallet ? "<button>Pay with the test wallet</button>" : "");
    default:
      return null;
  }
}
