import postgres from "postgres";
import { isThisMachine } from "../net/addresses";

/** Asks the driver, which reads PG* variables too. It opens no connection. Null for a URL that the driver cannot read. */
export function readAddress(url: string) {
  try {
    const { host, path, ssl } = postgres(url).options;
    return {
      /** On this machine, by loopback or a Unix socket. */
      isHere: Boolean(path) || host.every(isThisMachine),
      /** The driver refuses to connect without TLS. */
      demandsTls: typeof ssl === "string" && ["require", "verify-ca", "verify-full"].includes(ssl),
    };
  } catch {
    return null;
  }
}
