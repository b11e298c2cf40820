/** How a process ends that does not start; docs/guides/go-live.md has the list. */
export const EXIT = {
  /** What it needs is not there at the moment; the same start may work later. EX_UNAVAILABLE of sysexits.h */
  unavailable: 69,
  /** Only a person can mend it; the same start fails again. EX_CONFIG */
  settings: 78,
} as const;

/** A start that is refused: all that is wrong, with its remedies, as a block for a person to read. */
export class StartRefused extends Error {
  override name = "StartRefused";
  constructor(
    /** A line each, `NAME: what is wrong and what mends it`, without a value. */
    readonly faults: readonly string[],
    readonly exitCode: (typeof EXIT)[keyof typeof EXIT],
    /** What is worth a look too. */
    readonly warnings: readonly string[] = [],
  ) {
    super(
      [
        `Provider Checkout does not start. To mend, then start again (${faults.length}):`,
        "",
        ...faults.map(asItem),
        ...(warnings.length > 0 ? ["", "Worth a look too:", "", ...warnings.map(asItem)] : []),
        "",
        "Settings are explained in .env.example, exit codes in docs/guides/go-live.md.",
      ].join("\n"),
    );
    // A stack trace would only bury the lines that help.
    this.stack = this.message;
  }
}

const asItem = (text: string) => `  - ${text}`;
