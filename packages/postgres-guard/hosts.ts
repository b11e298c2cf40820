import postgres from "postgres";
import { Connection } from "./connection";
import { faultOf, isConnectTimeout, isOutOfReach } from "./errors";
import { selectSetting } from "./settings";

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

/** What a host says of itself over a new connection. */
export type Opinion =
  /** Nothing about connections: it is full, or a pooler. */
  | "unknown"
  /** It answers, and is at work for the connections with these pids. */
  | ReadonlySet<number>;

/** The hosts of a URL, of which connections take the one that worked last. */
export class Hosts {
  /** Shared by all connections. */
  readonly options: postgres.ParsedOptions;
  readonly count: number;
  /** The index of the one to try first. */
  first = 0;
  readonly #silenceMs: number;
  #patienceMs: number;
  readonly #text: string;
  readonly #mustWrite: boolean;

  constructor({ url, name, settings = {}, silenceMs, maxPipeline = 0 }: Opening) {
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
    this.options = options;
    this.count = options.host.length;
    this.#silenceMs = this.#patienceMs = silenceMs;
    this.#text = `select ${[READS_ONLY, selectSetting(settings)].filter(Boolean).join(", ")}`;
    // Of several hosts only the one that takes writes is of use.
    this.#mustWrite = this.count > 1 || Boolean(options.target_session_attrs);
  }

  /** @throws what the last of them refused with */
  async open(): Promise<Connection> {
    const from = this.first;
    let fault: unknown;
    for (let tried = 0; tried < this.count; tried++) {
      const at = (from + tried) % this.count;
      try {
        const connection = await this.#openAt(at);
        connection.socket.setTimeout(0);
        this.first = at;
        this.#patienceMs = this.#silenceMs;
        return connection;
      } catch (error) {
        fault = error;
        if (this.first === at) this.first = (at + 1) % this.count;
      }
    }
    // A host that has little time gets more the next time.
    if (isConnectTimeout(fault)) this.#patienceMs = 2 * this.#silenceMs;
    throw fault;
  }

  /**
   * Asks one host, over a new connection, for whom it is at work.
   * @returns null where it says nothing, or takes no writes
   * @throws what it refuses with: it is there, and does no work for us now
   */
  async ask(at: number): Promise<Opinion | null> {
    let connection: Connection | undefined;
    try {
      connection = await this.#openAt(at);
      const rows = await connection.run({ text: WORKING });
      // A pooler gives connections numbers of its own.
      if (!rows.some(({ own }) => own === connection?.pid)) return "unknown";
      return new Set(rows.map((row) => row.pid));
    } catch (error) {
      if (isOutOfReach(error)) return null;
      throw error;
    } finally {
      connection?.close();
    }
  }

  async #openAt(at: number): Promise<Connection> {
    const connection = await Connection.open(this.options, at, this.#patienceMs);
    try {
      const rows = await connection.run({ text: this.#text });
      connection.pid = rows.state.pid;
      if (this.#mustWrite && rows[0]?.reads_only)
        throw faultOf("TARGET_SESSION_ATTRS", "No host takes writes");
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }
}

const READS_ONLY = "current_setting('transaction_read_only') = 'on' as reads_only";

const WORKING =
  "select pid, pg_backend_pid() as own from pg_stat_activity where state = 'active' and usename = current_user";
