import { codeOf } from "./errors";

export * from "./errors";

/** What an operator can do about a database or a pooler that refuses or does not answer. */
interface DatabaseFault {
  /** What was found, without a value of anybody's. */
  means: string;
  remedy: string;
}

interface Row extends DatabaseFault {
  /** SQLSTATE of PostgreSQL or a pooler, or the code of the driver or system. */
  code?: RegExp;
  /** A pooler's own words, which are English everywhere and often share one code. */
  says?: RegExp;
}

const CHECK_URL = "Check host, port and name in DATABASE_URL, and that the database runs.";
const SET_OFF =
  "Set DATABASE_PREPARE=off for servers, workers and commands, or the pooler to session mode, and restart what ran with on.";

/** The first that fits: what a pooler says in words comes before its codes. */
const TABLE: readonly Row[] = [
  {
    says: /max_client_conn/,
    means: "the pooler has as many clients as it takes (max_client_conn)",
    remedy:
      "Raise max_client_conn, or lower DATABASE_POOL_SIZE or the number of processes. Behind PgBouncer, SHOW CLIENTS says who they are.",
  },
  {
    says: /query_wait_timeout/,
    means: "the pooler had no session free for as long as a query waits (query_wait_timeout)",
    remedy:
      "Raise the pooler's default_pool_size within PostgreSQL's max_connections, and look for long transactions in pg_stat_activity.",
  },
  {
    says: /server_login_retry|login has been failing/,
    means: "the pooler could not log in to PostgreSQL and waits before it tries again (server_login_retry)",
    remedy:
      "See that PostgreSQL runs and knows the pooler's user; the pooler's log says why. Set server_login_retry to 1.",
  },
  {
    says: /unsupported startup parameter/,
    means: "the pooler refuses a parameter that the connection begins with",
    remedy:
      "Take the parameter out of DATABASE_URL or PG* variables, or name it in the pooler's ignore_startup_parameters.",
  },
  {
    says: /idle.transaction.timeout/,
    means: "the pooler ended a transaction that waited between two statements (idle_transaction_timeout)",
    remedy:
      "Set the pooler's idle_transaction_timeout to 0 or more than a minute; migrations best go past it by DIRECT_DATABASE_URL.",
  },
  {
    says: /server conn crashed|server closed the connection|database removed|pooler is shut|bouncer config/,
    means: "the pooler lost its session with PostgreSQL, or is about to stop",
    remedy: "Try again; if it stays, the pooler's log and PostgreSQL's say why.",
  },
  {
    says: /^SSL required|SSL (connection )?is required/i,
    means: "the pooler or server takes encrypted connections only",
    remedy: "Add sslmode=verify-full to the query of DATABASE_URL.",
  },
  {
    says: /transaction blocks not allowed/,
    means: "the pooler lends sessions for one statement at a time",
    remedy: "Set its pool_mode to transaction or session.",
  },
  {
    says: /no such user|authentication failed/,
    means: "the user or the password of DATABASE_URL is wrong",
    remedy: "Correct them; a pooler has a list of its own (auth_file or auth_query).",
  },
  {
    code: /^(26000|42P05)$/,
    means:
      "a prepared statement is not there, or there twice, as a pooler lends sessions for a transaction at a time",
    remedy: SET_OFF,
  },
  {
    says: /prepared statement|bind message supplies|portal .* does not exist/,
    means: "an answer belongs to another statement, as a pooler lends sessions for a transaction at a time",
    remedy: SET_OFF,
  },
  {
    code: /^28/,
    means: "the user or the password of DATABASE_URL is wrong, or the server does not let this host in",
    remedy: "Correct them, or pg_hba.conf of the server.",
  },
  {
    code: /^3D000$/,
    means: "the server or the pooler has no such database",
    remedy: "Correct the name at the end of DATABASE_URL, or make the database.",
  },
  {
    code: /^(42P01|42703|3F000)$/,
    means: "the database is not up to date",
    remedy: "Run `npm run db:migrate` with this DATABASE_URL first.",
  },
  {
    code: /^42501$/,
    means: "the role of DATABASE_URL may not do this",
    remedy: "Grant it what it lacks; migrations need the owner of the tables.",
  },
  {
    code: /^53300$/,
    means: "PostgreSQL has as many connections as it takes",
    remedy: "Lower DATABASE_POOL_SIZE or the number of processes, raise max_connections, or use a pooler.",
  },
  {
    code: /^57P0[123]$/,
    means: "PostgreSQL is starting or stopping, or an administrator ended the session",
    remedy: "Try again when it runs.",
  },
  {
    code: /^(25006|TARGET_SESSION_ATTRS)$/,
    means: "no host of DATABASE_URL takes writes",
    remedy: "Name the primary, or all hosts of the cluster: postgres://user:secret@one:5432,other:5432/name.",
  },
  {
    code: /^55P03$/,
    means: "another transaction keeps a lock",
    remedy: "Look for a long transaction in pg_stat_activity, and try again.",
  },
  {
    code: /^(57014|DEADLINE_MISSED)$/,
    means: "the database did not answer in time",
    remedy: "Look at its load and for long transactions in pg_stat_activity, and try again.",
  },
  {
    code: /CERT|UNABLE_TO|^ERR_TLS|^ERR_SSL|^EPROTO$/,
    means: "the database's certificate is not one that is trusted here, or the server speaks no TLS",
    remedy:
      "Name its authority's file in NODE_EXTRA_CA_CERTS, and the host as the certificate has it; a server without TLS is for one machine only.",
  },
  {
    code: /^(ENOTFOUND|EAI_AGAIN)$/,
    means: "the database's host has no address",
    remedy: CHECK_URL,
  },
  {
    code: /^08P01$/,
    means: "the pooler or server refused the connection's protocol",
    remedy: "Its log says why.",
  },
  {
    code: /^(08...|ECONN(REFUSED|RESET|ABORTED)|EPIPE|E(HOST|NET)UNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED))$/,
    means: "the database cannot be reached, or the connection was cut",
    remedy: CHECK_URL,
  },
];

/** Of an error and its causes the innermost that the table knows, or null: not every error is the database's. */
export function explainDatabaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  const inner = explainDatabaseFault(error.cause);
  const code = codeOf(error);
  if (inner || code === "") return inner;
  const found = TABLE.find((row) => row.says?.test(error.message) || row.code?.test(code));
  return found ? { means: found.means, remedy: found.remedy } : null;
}
