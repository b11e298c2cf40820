import postgres from "postgres";

/** Where a database is, and how it is reached. */
export interface Address {
  /** On this machine: by loopback, or by a socket of the file system. */
  isHere: boolean;
  /** No connection is made without TLS. `verify-full` and `verify-ca` also check whose certificate it is. */
  demandsTls: boolean;
}

/** What the driver itself makes of a URL, its environment included; null where it makes nothing. Opens no connection. */
export function readAddress(url: string): Address | null {
  try {
    const { host, path, ssl } = postgres(url).options;
    return {
      isHere: Boolean(path) || host.every((name) => /^(localhost|127(\.\d+){3})$/.test(name)),
      demandsTls: typeof ssl === "string" && ["require", "verify-ca", "verify-full"].includes(ssl),
    };
  } catch {
    return null;
  }
}
