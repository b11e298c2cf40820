/** How many letters to change, add, leave out or swap with the next one make one text of the other. */
export function editDistance(from: string, to: string): number {
  const rows: number[][] = [];
  const between = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= from.length; i++) {
    const row: number[] = [];
    rows.push(row);
    for (let j = 0; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const ways = [
        between(i - 1, j) + 1,
        between(i, j - 1) + 1,
        between(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? between(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      ];
      row.push(i === 0 && j === 0 ? 0 : Math.min(...ways));
    }
  }
  return between(from.length, to.length);
}
