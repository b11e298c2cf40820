/** The machine's accounts, as its password file names them. */
import { readFileSync } from "node:fs";

/** @typedef {{ name: string, uid: number, gid: number }} Account */

/** @returns {Account[]} */
function accounts() {
  try {
    return readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => line.split(":"))
      .map(([name = "", , uid, gid]) => ({ name, uid: unsigned(uid), gid: unsigned(gid) }));
  } catch {
    return [];
  }
}

/**
 * macOS writes the ids of `nobody` as -2.
 *
 * @param {string | undefined} id
 */
const unsigned = (id) => Number(id) >>> 0;

/** @param {number} uid */
export function nameOfUser(uid) {
  return accounts().find((account) => account.uid === uid)?.name ?? `user ${uid}`;
}

/** The account without rights under which root runs a database: PostgreSQL refuses to be root. */
export function unprivilegedAccount() {
  const known = accounts();
  return ["postgres", "_postgres", "nobody"]
    .map((name) => known.find((account) => account.name === name))
    .find((account) => account && account.uid !== 0);
}
