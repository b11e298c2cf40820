import { codeOf } from "./errors";

export * from "./errors";

/** What an operator can do about a database or a pooler that refuses or does not answer. */
interface DatabaseFault {
  /** What was found, without a value of anybody's. */
  means: string;
  remedy: string;
}

/** What the code and the message say, what it means, and the remedy. The first that fits. A pooler has one code for most. */
const TABLE: readonly [finds: RegExp, means: string, remedy: string][] = [
  [
    / SSL (connection )?(is )?required/i,
    "the pooler or server accepts encrypted connections only",
    "Add sslmode=verify-full to the query of DATABASE_URL.",
  ],
  [
    /^28|no such user|authentication failed/,
    "the user or the password in DATABASE_URL is wrong, or the server does not allow this host",
    "Correct them, or change pg_hba.conf on the server. A pooler has its own list (auth_file or auth_query).",
  ],
  [
    /^(26000|42P05) |prepared statement|bind message supplies|portal .* does not exist/,
    "a prepared statement is missing or has another's name, because a pooler lends each session for one transaction",
    "Set DATABASE_PREPARE=off for servers, workers and commands, or set the pooler to session mode. Then restart them.",
  ],
  [
    /^3D000 /,
    "the server or the pooler has no such database",
    "Correct the name at the end of DATABASE_URL, or create the database.",
  ],
  [
    /^(42P01|42703|3F000) /,
    "the database is not up to date",
    "Run `npm run db:migrate` with this DATABASE_URL first.",
  ],
  [
    /^42501 /,
    "the role of DATABASE_URL does not have this permission",
    "Grant it the permission. Migrations need the owner of the tables.",
  ],
  [
    /^53300 /,
    "PostgreSQL has reached its limit of connections",
    "Lower DATABASE_POOL_SIZE or the number of processes, raise max_connections, or use a pooler.",
  ],
  [
    /^57P0[123] /,
    "PostgreSQL is starting or stopping, or an administrator ended the session",
    "Try again when it runs.",
  ],
  [
    /^(25006|TARGET_SESSION_ATTRS) /,
    "no host of DATABASE_URL accepts writes",
    "Name the primary, or all hosts of the cluster: postgres://user:secret@one:5432,other:5432/name.",
  ],
  [
    /^(55P03|57014|DEADLINE_MISSED) /,
    "the database did not respond in time, or another transaction holds a lock",
    "Check its load, look for long transactions in pg_stat_activity, and try again.",
  ],
  [
    /^(\S*CERT\S*|UNABLE_TO\S*|ERR_TLS\S*|ERR_SSL\S*|EPROTO) /,
    "this machine does not trust the database's certificate, or the server does not support TLS",
    "Name the authority's file in NODE_EXTRA_CA_CERTS, and use the host name of the certificate. Use a server without TLS only on the same machine.",
  ],
  [/^08P01 /, "the pooler or server refused the connection's protocol", "Its log says why."],
  [
    /^(08...|E(CONN(REFUSED|RESET|ABORTED)|PIPE|(HOST|NET)UNREACH|TIMEDOUT|AI_AGAIN)|ENOTFOUND|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)) /,
    "the database cannot be reached, or the connection was cut",
    "Check host, port and name in DATABASE_URL, and that the database runs.",
  ],
];

/** Of an error and its causes the innermost that the table knows, or null: not every error is the database's. */
export function explainDatabaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  const inner = explainDatabaseFault(error.cause);
  const code = codeOf(error);
  if (inner || code === "") return inner;
  const [, means, remedy] = TABLE.find(([finds]) => finds.test(`${code} ${error.message}`)) ?? [];
  return means && remedy ? { means, remedy } : null;
}
