import postgres from "postgres";
import { isThisMachine } from "../../packages/net/addresses";

interface Address {
  /** On this machine, by loopback or a Unix socket. */
  isHere: boolean;
  hosts: number;
  /** The driver refuses to connect without TLS. */
  demandsTls: boolean;
}

/** Asks the driver, which reads PG* variables too. It opens no connection. Null for a URL that the driver cannot read. */
export function readAddress(url: string): Address | null {
  try {
    const { host, path, ssl } = postgres(url).options;
    return {
      hosts: host.length,
      isHere: Boolean(path) || host.every(isThisMachine),
      demandsTls: typeof ssl === "string" && ["require", "verify-ca", "verify-full"].includes(ssl),
    };
  } catch {
    return null;
  }
}
