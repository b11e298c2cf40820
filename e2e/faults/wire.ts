import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy in front of a server: it can be aimed at another one, cut, silenced and slowed down. */
export interface Wire {
  port: number;
  /** An address, led through the wire. */
  through(url: string): string;
  /** Where new connections go from now on; those that are open stay where they are. */
  aim(port: number): void;
  /** Breaks so many of the connections that are open, by FIN and by RST in turn. @returns how many there were to break */
  cut(most?: number): number;
  /** From now on nothing passes, in either direction and for new connections too, and nobody is told. */
  silence(): void;
  /** What was under way arrives late. */
  speak(): void;
  /** Milliseconds that every piece is under way, each way. */
  delayMs: number;
  connections(): number;
  close(): Promise<void>;
}

export async function startWire(target: number): Promise<Wire> {
  const pairs = new Set<[client: Socket, upstream: Socket]>();
  let aimed = target;
  let isSilent = false;
  let cuts = 0;

  const join = (from: Socket, to: Socket) => {
    from.on("data", (chunk) => {
      if (wire.delayMs > 0) setTimeout(() => to.write(chunk), wire.delayMs);
      else to.write(chunk);
    });
    from.on("end", () => setTimeout(() => to.end(), wire.delayMs));
    from.on("error", () => to.destroy());
    from.on("close", () => setTimeout(() => to.destroy(), wire.delayMs));
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
    if (isSilent) for (const socket of pair) socket.pause();
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
    cut(most = Number.POSITIVE_INFINITY) {
      const chosen = [...pairs].slice(0, most);
      for (const pair of chosen) {
        cuts++;
        for (const socket of pair) cuts % 2 ? socket.destroy() : socket.resetAndDestroy();
      }
      return chosen.length;
    },
    silence() {
      isSilent = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    speak() {
      isSilent = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    delayMs: 0,
    connections: () => pairs.size,
    async close() {
      const closed = once(server, "close");
      server.close();
      wire.cut();
      await closed;
    },
  };
  return wire;
}
