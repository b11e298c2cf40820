import { BENCH_ABOUT, BENCH_BARS } from "./bench";

/** A bar for each ratio, in the colour of its text, so that every look can be read. */
export function BenchChart() {
  return (
    <figure className="space-y-4">
      <ul className="space-y-4">
        {BENCH_BARS.map(({ title, against, ratio }) => (
          <li key={title}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>
                <strong>{title}</strong> <span className="text-muted">of {against}</span>
              </span>
              <span className="tabular-nums">{wordsOf(ratio)}</span>
            </p>
            <svg aria-hidden="true" width="100%" height="12" className="text-accent">
              <rect width="100%" height="12" fill="currentColor" opacity="0.2" />
              <rect width={percent(Math.min(1, ratio))} height="12" fill="currentColor" />
            </svg>
          </li>
        ))}
      </ul>
      <figcaption className="text-muted text-sm">{BENCH_ABOUT}</figcaption>
    </figure>
  );
}

/** A bar that is full says no more than that. */
const wordsOf = (ratio: number) => (ratio < 2 ? percent(ratio) : `${ratio.toFixed(1)} times`);
const percent = (ratio: number) => `${(100 * ratio).toFixed(0)}%`;
