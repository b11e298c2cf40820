/** Programs that only some machines have: a test that needs one of them is skipped elsewhere, and says so. */
import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Program {
  /** Null where the machine does not have it. */
  path: string | null;
  /** For the title of a test that is skipped without it. */
  remedy: string;
}

/** Debian keeps some outside the usual path. */
const folders = () => [
  ...(process.env.PATH ?? "").split(delimiter),
  "/usr/sbin",
  ...versions().map((version) => `/usr/lib/postgresql/${version}/bin`),
];

/** Of PostgreSQL, the newest first. */
function versions(): string[] {
  try {
    return readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

/** @param debian the package that holds it */
export function findProgram(name: string, debian: string): Program {
  const path = folders()
    .map((folder) => join(folder, name))
    .find((file) => isExecutable(file));
  return { path: path ?? null, remedy: `needs ${name}: apt-get install ${debian}` };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
