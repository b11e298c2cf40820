import { AggregatorRegistry, type Registry } from "prom-client";

/**
 * The meters of all servers of one supervisor, which joins them (server/processes/supervisor.mjs).
 * @param own of this server, which prom-client tells the supervisor when asked
 * @returns null where one of the servers is starting, or does not respond
 */
export function createMetersOfServers(own: readonly Registry[]): () => Promise<string | null> {
  // Made for what its constructor does: it listens for the supervisor.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([...own]);
  let asked: Promise<string | null> | undefined;
  return () => {
    asked ??= askSupervisor().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

/** It responds, or ends this process with its own end. */
function askSupervisor(): Promise<string | null> {
  return new Promise((resolve) => {
    function hear(message: unknown) {
      if (!isMeters(message)) return;
      process.off("message", hear);
      resolve(message.meters);
    }
    process.on("message", hear);
    process.send?.("meters");
  });
}

const isMeters = (message: unknown): message is { meters: string | null } =>
  typeof message === "object" && message !== null && "meters" in message;
