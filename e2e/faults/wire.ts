import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy in front of a server: it can be cut, and aimed at another one. */
export interface Wire {
  port: number;
  /** An address, led through the wire. */
  through(url: string): string;
  /** Where new connections go from now on; those that are open stay where they are. */
  aim(port: number): void;
  /** Breaks all connections that are open, by FIN and by RST in turn. */
  cut(): void;
  close(): Promise<void>;
}

export async function startWire(target: number): Promise<Wire> {
  const pairs = new Set<[client: Socket, upstream: Socket]>();
  let aimed = target;
  let cuts = 0;

  const join = (from: Socket, to: Socket) => {
    from.on("data", (chunk) => to.write(chunk));
    from.on("end", () => to.end());
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: aimed, host: "127.0.0.1", allowHalfOpen: true });
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay();
      socket.once("close", () => pairs.delete(pair));
    }
    join(client, upstream);
    join(upstream, client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const wire: Wire = {
    port,
    through(url) {
      const address = new URL(url);
      address.hostname = "127.0.0.1";
      address.port = String(port);
      return address.href;
    },
    aim(other) {
      aimed = other;
    },
    cut() {
      for (const pair of pairs) {
        cuts++;
        for (const socket of pair) cuts % 2 ? socket.destroy() : socket.resetAndDestroy();
      }
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      wire.cut();
      await closed;
    },
  };
  return wire;
}
