import { chown, copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Written anew by a server that starts on the copy, and never copied from one that runs. */
const EMPTY = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT = new Set(["postmaster.pid", "postmaster.opts", "postgresql.auto.conf", "standby.signal"]);

/** Copies a data folder of a PostgreSQL that is at work, between pg_backup_start and pg_backup_stop. */
export async function copyFolder(
  from: string,
  to: string,
  account: { uid: number; gid: number } | undefined,
): Promise<void> {
  const give = (path: string) => account && chown(path, account.uid, account.gid);
  async function copy(source: string, target: string, isEmpty: boolean): Promise<void> {
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const [one, other] = [join(source, entry.name), join(target, entry.name)];
      if (entry.isDirectory()) {
        await mkdir(other, { mode: 0o700 });
        await give(other);
        await copy(one, other, isEmpty || (source === from && EMPTY.has(entry.name)));
      } else if (!isEmpty && !(source === from && LEFT_OUT.has(entry.name))) {
        // One that went meanwhile is not missed: the log of writes says so.
        await copyFile(one, other).then(() => give(other), ifGone);
      }
    }
  }
  await copy(from, to, false);
}

function ifGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
