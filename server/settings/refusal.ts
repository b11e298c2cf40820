/** How a process ends that does not start; docs/guides/go-live.md has the list. */
export const EXIT = {
  /** What it needs is not there at the moment; the same start may work later. EX_UNAVAILABLE of sysexits.h */
  unavailable: 69,
  /** Only a person can correct it; the same start fails again. EX_CONFIG */
  settings: 78,
} as const;

/** A start that is refused: what is wrong, and what to do, as a block for a person to read. */
export class StartRefused extends Error {
  override name = "StartRefused";
  constructor(
    /** A line each, `NAME: what is wrong and what to do`, without a value. */
    readonly faults: readonly string[],
    readonly exitCode: (typeof EXIT)[keyof typeof EXIT],
  ) {
    super(
      [
        `Provider Checkout does not start before you correct this (${faults.length}):`,
        "",
        ...faults.map((fault) => `  - ${fault}`),
        "",
        "Settings are explained in .env.example, exit codes in docs/guides/go-live.md.",
      ].join("\n"),
    );
    // A stack trace would only bury the lines that help.
    this.stack = this.message;
  }
}
