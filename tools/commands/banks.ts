import { countBranches, replaceBranches } from "../../lib/db/banks";
import { Problem } from "../../server/program/problem.mjs";
import { textFrom } from "../command-line/files";
import { readDirectory } from "../command-line/read-bank-directory";
import { command } from "../command-line/run";

const importFile = command({ file: { value: "FILE", required: true } }, ({ file }) => {
  const read = readDirectory(textFrom("file", file));
  if ("faults" in read)
    throw new Problem(`--file "${file}": nothing was imported.\n${read.faults.join("\n")}`);
  return async (db) => {
    await replaceBranches(db, read.branches);
    return [{ ...(await countBranches(db)), closed: read.closed }];
  };
});

const status = command({}, () => async (db) => {
  const counted = await countBranches(db);
  return [{ known_by: counted.bsbs > 0 ? "directory" : "prefixes", ...counted }];
});

const remove = command({}, () => async (db) => {
  await replaceBranches(db, []);
  return [{ known_by: "prefixes", ...(await countBranches(db)) }];
});

export const BANKS = { import: importFile, status, remove };
