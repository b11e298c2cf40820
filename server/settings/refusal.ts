/** A start that is refused: what is wrong, and what to do, as a block for a person to read. */
export class StartRefused extends Error {
  override name = "StartRefused";
  /** Only a person can correct it; the same start fails again. EX_CONFIG of sysexits.h */
  exitCode = 78;
  constructor(
    /** A line each, `NAME: what is wrong and what to do`, without a value. */
    readonly faults: readonly string[],
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
