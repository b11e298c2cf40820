import postgres from "postgres";
import { inTime } from "../time-limit/time-limit";
import { Connection } from "./connection";
import { faultOf, isOutOfReach } from "./errors";
import { selectSetting } from "./session-settings";
import type { Opinion } from "./watch";

interface Opening {
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** What each session begins with. */
  settings?: Readonly<Record<string, string>>;
  /** How many statements of one transaction may be under way at once, less one. */
  maxPipeline?: number;
  /** How long a host may say nothing while a connection is opened, in milliseconds. */
  silenceMs: number;
}

/** The hosts of a URL, of which connections take the one that worked last. */
export interface Hosts {
  /** Shared by all connections. */
  options: postgres.ParsedOptions;
  list: readonly { host: string; port: number }[];
  /** The index of the one to try first. */
  first: number;
  /** @throws what the last of them refused with */
  open(): Promise<Connection>;
  openAt(at: number): Promise<Connection>;
}

export function hostsOf({ url, name, settings = {}, silenceMs, maxPipeline = 0 }: Opening): Hosts {
  const { options } = postgres(url, {
    // Drizzle reads arrays itself; to fetch their types would be a question more on each new connection.
    fetch_types: false,
    // In seconds: what is idle and dead is found before it is used.
    keep_alive: 5,
    // All that has a time limit has it outside the driver, which opens nothing by itself.
    connect_timeout: 0,
    idle_timeout: 0,
    max_lifetime: 0,
    // Of session settings, the one that poolers let through.
    connection: { application_name: name },
    onnotice: () => {},
    ...{ max_pipeline: maxPipeline, no_subscribe: true },
  });
  const list = options.host.map((host, at) => ({ host, port: options.port[at] ?? 5432 }));
  // Of several hosts only the one that takes writes is of use.
  const target = options.target_session_attrs ?? (list.length > 1 ? "read-write" : null);
  const { path, ssl } = options;
  const isDirect = "sslnegotiation" in options && options.sslnegotiation === "direct";
  const text = `select ${[STATE, selectSetting(settings)].filter(Boolean).join(", ")}`;
  const hosts: Hosts = { options, list, first: 0, open, openAt };

  async function open(): Promise<Connection> {
    const from = hosts.first;
    let fault: unknown;
    for (let tried = 0; tried < list.length; tried++) {
      const at = (from + tried) % list.length;
      try {
        const connection = await openAt(at);
        hosts.first = at;
        return connection;
      } catch (error) {
        fault = error;
        if (hosts.first === at) hosts.first = (at + 1) % list.length;
      }
    }
    throw fault;
  }

  async function openAt(at: number): Promise<Connection> {
    const { host, port } = list[at] ?? { host: "localhost", port: 5432 };
    const place = { at, host, port, path, ssl, isDirect };
    const connection = await Connection.open(options, place, silenceMs);
    try {
      const [state] = await connection.run({ text });
      if (target && !FITS[target](state ?? {})) throw faultOf("TARGET_SESSION_ATTRS", `No host is ${target}`);
      connection.socket.setTimeout(0);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }
  return hosts;
}

const STATE =
  "current_setting('transaction_read_only') = 'on' as reads_only, pg_is_in_recovery() as is_standby";

/** What `target_session_attrs` asks of a host. */
const FITS = {
  "read-write": (state) => !state.reads_only,
  "read-only": (state) => !!state.reads_only,
  primary: (state) => !state.is_standby,
  standby: (state) => !!state.is_standby,
  "prefer-standby": () => true,
} as const satisfies Record<string, (state: postgres.Row) => boolean>;

/** A host that says nothing for so long, while a connection is opened or after the question, is silent. */
const PATIENCE_MS = 4_000;

/**
 * Asks one host, over a new connection, for whom it is at work.
 * @returns null where it says nothing, or takes no writes
 * @throws what it refuses with: it is there, and does no work for us now
 */
export async function askHost(url: string, at = 0): Promise<Opinion | null> {
  const hosts = hostsOf({ url, name: "provider-checkout watch", silenceMs: PATIENCE_MS });
  try {
    const connection = await hosts.openAt(at);
    try {
      const query = connection.run({ text: WORKING });
      const rows = await inTime(query, PATIENCE_MS, () => null);
      if (!rows) return null;
      // A pooler gives connections numbers of its own.
      if (!rows.some(({ own }) => own === connection.pid)) return "unknown";
      return new Set(rows.map((row) => row.pid));
    } finally {
      connection.close();
    }
  } catch (error) {
    if (isOutOfReach(error)) return null;
    throw error;
  }
}

const WORKING =
  "select pid, pg_backend_pid() as own from pg_stat_activity where state = 'active' and usename = current_user";
