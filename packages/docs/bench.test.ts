import { expect, it } from "vitest";
import measured from "../../docs/bench.json";
import { BENCH_ABOUT, BENCH_BARS, BENCH_CORES, BENCH_OTHERS, BENCH_ROWS } from "./bench";
import { FACT_TABLES } from "./tables";

it("the guide shows the whole of a run in full form that met no error", () => {
  expect(measured.about.form).toBe("full");
  expect(
    measured.rows.flatMap(({ errors, against }) => [errors, against?.errors ?? 0]).filter(Boolean),
  ).toEqual([]);
  expect(BENCH_ROWS.map(([title]) => title)).toEqual(measured.rows.map(({ title }) => title));
  for (const row of BENCH_ROWS) expect(row).toHaveLength(FACT_TABLES.bench.head.length);
  expect(BENCH_OTHERS.length).toBeGreaterThanOrEqual(3);
  expect(measured.about.cores).toBe(2);
  expect(BENCH_CORES).toHaveLength(4);
  for (const row of BENCH_CORES) expect(row).toHaveLength(FACT_TABLES["bench-cores"].head.length);
});

it("the chart has a bar for each ratio, and says on what it was measured", () => {
  expect(BENCH_BARS.map(({ ratio }) => ratio)).toEqual(Object.values(measured.ratios));
  for (const { title, against } of BENCH_BARS)
    expect(`${title} of ${against}`).toMatch(/^\w.+ of (a bare|Next)/);
  expect(BENCH_ABOUT).toMatch(/^Measured on \d{4}-\d\d-\d\d: .+ cores .+ PostgreSQL \d+\.\d+ with fsync\.$/);
});
