/** RFC 4180, and UTF-8 with the mark by which spreadsheets know it. */
export const CSV_START = "\ufeff";

/** A spreadsheet would run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of cells, each in quotes. What a spreadsheet would run is shown as the text that it is. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => cellOf(cell ?? "")).join(",")}\r\n`;

const cellOf = (text: string): string =>
  `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
