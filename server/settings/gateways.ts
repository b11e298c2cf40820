import { z } from "zod";

/** A card gateway as settings name it. */
export interface GatewaySetting {
  /** Charges record it. */
  id: string;
  /** Null for the sandbox gateway within this process. */
  url: string | null;
  secret: string | undefined;
}

const ID = /^[a-z0-9][a-z0-9._:/-]{0,254}$/;
const FORM = "must be a list of id=https://:secret@host entries, or sandbox for the one inside this process.";

export const gatewayId = z
  .string()
  .regex(ID, "must be 1 to 255 of a-z, 0-9 and . _ : / -, and begin with a letter or digit.");

/** `id=https://:secret@host/path`, comma-separated, the latest first; `sandbox` is the gateway within this process. */
export const earlierGateways = z.string().transform((text, context): GatewaySetting[] => {
  const gateways = text.split(",").map(readEntry);
  const read = gateways.filter((one) => one !== null);
  if (read.length === gateways.length) return read;
  context.issues.push({ code: "custom", message: FORM, input: text });
  return z.NEVER;
});

const SANDBOX: GatewaySetting = { id: "sandbox", url: null, secret: undefined };

/** The secret is taken as it is written, so it holds no `@`, `/` or comma. */
function readEntry(entry: string): GatewaySetting | null {
  if (entry === SANDBOX.id) return SANDBOX;
  const [, id = "", scheme = "", secret, rest = ""] =
    /^([^=]*)=(https?:\/\/)(?::([^@/]+)@)?([^@]+)$/.exec(entry) ?? [];
  const url = scheme + rest;
  return ID.test(id) && URL.canParse(url) ? { id, url, secret } : null;
}

/**
 * The gateway that charges. Without GATEWAY_ID its address is its id, so that a new address is another gateway
 * until an operator says otherwise. See docs/decisions/002-recorded-gateway.md.
 */
export function currentGateway(settings: {
  GATEWAY_ID?: string | undefined;
  GATEWAY_URL?: string | undefined;
  GATEWAY_SECRET?: string | undefined;
}): GatewaySetting {
  const { GATEWAY_ID, GATEWAY_URL, GATEWAY_SECRET } = settings;
  if (!GATEWAY_URL) return { ...SANDBOX, id: GATEWAY_ID ?? SANDBOX.id };
  const { host, pathname } = new URL(GATEWAY_URL);
  const id = GATEWAY_ID ?? `${host}${pathname}`.replace(/\/+$/, "").toLowerCase();
  return { id, url: GATEWAY_URL, secret: GATEWAY_SECRET };
}
