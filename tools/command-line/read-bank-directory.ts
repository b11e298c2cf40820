/** What is kept of a row of the directory of BSBs. */
interface Branch {
  /** Six digits. */
  bsb: string;
  /** Its abbreviation, "CBA". */
  bank: string;
  branch: string;
}

/** The rows that are in use, and how many are not; or a line for each fault, the first few of them. */
export type ReadDirectory = { branches: Branch[]; closed: number } | { faults: string[] };

const MAX_FAULTS = 10;
/** Longer than any that is published. */
const LONGEST = 100;
/** So the directory marks a BSB that is no longer used. */
const CLOSED = /^closed\b/i;

/**
 * Reads a file in the layout in which AusPayNet publishes its BSB directory: BSB, bank, branch, then address, suburb, state,
 * postcode and payments flags, which are not kept. Commas, semicolons or tabs part them; quotes, a line with the columns'
 * names and empty lines do not matter.
 */
export function readDirectory(text: string): ReadDirectory {
  const faults: string[] = [];
  const lines = new Map<string, number>();
  const branches: Branch[] = [];
  let [closed, more] = [0, 0];
  for (const { line, cells } of rowsOf(text)) {
    const [given = "", bank = "", branch = ""] = cells ?? [];
    if (line === 1 && cells && !/\d/.test(given)) continue;
    const bsb = given.replace(/[\s\p{Pd}]/gu, "");
    const fault = faultOf(cells, bsb, lines.get(bsb));
    if (fault && faults.length === MAX_FAULTS) more += 1;
    else if (fault) faults.push(`Line ${line}: ${fault}`);
    else if (CLOSED.test(branch)) closed += 1;
    else branches.push({ bsb, bank, branch });
    lines.set(bsb, line);
  }
  if (more > 0) faults.push(`And ${more} faults more.`);
  if (faults.length === 0 && branches.length === 0) faults.push("It holds no BSB.");
  return faults.length > 0 ? { faults } : { branches, closed };
}

function faultOf(cells: string[] | null, bsb: string, before: number | undefined): string | null {
  if (!cells) return "a quote is not closed, or text stands behind it.";
  const [given = "", bank, branch] = cells;
  if (!/^[0-9]{6}$/.test(bsb)) return `"${given.slice(0, 20)}" is no BSB. It has six digits, as 062-000.`;
  if (before !== undefined) return `the BSB ${given} stands in line ${before} too.`;
  if (!bank) return "the bank is missing, which stands behind the BSB.";
  if (!branch) return "the branch is missing, which stands behind the bank.";
  const long = [bank, branch].find((cell) => cell.length > LONGEST);
  return long ? `"${long.slice(0, 20)}…" is longer than ${LONGEST} characters.` : null;
}

/** Lines are counted as an editor does. `cells` is null where a row cannot be read, and none follows. */
function* rowsOf(given: string): Generator<{ line: number; cells: string[] | null }> {
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const separator = /[,;\t]/.exec(text)?.[0] ?? ",";
  const cell = new RegExp(`(?: *"((?:[^"]|"")*)" *|([^"\\n${separator}]*))(${separator}|\\n|$)`, "y");
  let line = 1;
  let cells: string[] = [];
  for (let start = line; cell.lastIndex < text.length; ) {
    const match = cell.exec(text);
    if (!match) return yield { line: start, cells: null };
    const [whole, quoted, plain = "", end] = match;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).replace(/[\s\p{Cc}]+/gu, " ").trim());
    line += whole.split("\n").length - 1;
    if (end === separator && cell.lastIndex < text.length) continue;
    if (cells.some((each) => each !== "")) yield { line: start, cells };
    [cells, start] = [[], line];
  }
}
