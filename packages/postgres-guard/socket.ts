import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ParsedOptions } from "postgres";
import { connectionLost, faultOf } from "./errors";

/**
 * A socket to the database, encrypted where the URL says so. The driver's own way to TLS waits for ever where the
 * connection ends on the way.
 * @param options as the driver reads DATABASE_URL and the PG* variables
 * @param at which of the hosts
 * @param silenceMs a server that says nothing for so long is not there; one that says something is only slow
 */
export async function openSocket(options: ParsedOptions, at: number, silenceMs: number): Promise<Socket> {
  const { path, ssl, host: hosts, port: ports } = options;
  const host = hosts[at] ?? "localhost";
  const raw = limited(path ? connect(path) : connect(ports[at] ?? 5432, host), silenceMs);
  await heard(raw, "connect");
  if (!ssl) return raw;
  // TLS from the first byte.
  const isDirect = "sslnegotiation" in options && options.sslnegotiation === "direct";
  if (!isDirect) {
    raw.write(WANTS_TLS);
    const [said] = await heard(raw, "data");
    if (said?.[0] !== YES && ssl === "prefer") return raw;
    if (said?.[0] !== YES) {
      raw.destroy();
      throw faultOf("ERR_SSL_REFUSED", "The server speaks no TLS");
    }
  }
  raw.setTimeout(0);
  const encrypted = connectTls({
    socket: raw,
    ...(!isIP(host) && { servername: host }),
    ...(isDirect && { ALPNProtocols: ["postgresql"] }),
    ...(UNVERIFIED.has(ssl) && { rejectUnauthorized: false }),
    ...(typeof ssl === "object" && ssl),
  });
  await heard(limited(encrypted, silenceMs), "secureConnect");
  return encrypted;
}

/** What a client says first that wants TLS: length 8, code 80877103. */
const WANTS_TLS = Buffer.from("0000000804d2162f", "hex");
const YES = "S".charCodeAt(0);

/** With these the connection is encrypted, whoever the server is. */
const UNVERIFIED: ReadonlySet<unknown> = new Set(["require", "allow", "prefer"]);

/** Ends where nothing comes for so long. Nobody else need listen for its errors. */
function limited(socket: Socket, silenceMs: number): Socket {
  let heardBefore = -1;
  socket.on("error", () => {});
  // Twice half the time: where this process stood still, what has arrived meanwhile is read in between.
  socket.setTimeout(silenceMs / 2).on("timeout", () => {
    if (socket.bytesRead === heardBefore)
      socket.destroy(faultOf("CONNECT_TIMEOUT", "The database said nothing while a connection was opened"));
    heardBefore = socket.bytesRead;
    socket.setTimeout(silenceMs / 2);
  });
  return socket;
}

/** What an event brings; where the socket closes before, its fault. */
const heard = (socket: Socket, event: string): Promise<Buffer[]> =>
  Promise.race([
    once(socket, event),
    once(socket, "close").then(() => {
      throw connectionLost();
    }),
  ]);
