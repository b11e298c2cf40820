import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/** Addresses that reach no server. */
const LOCAL = /^(about|blob|data|chrome-error):/;

/** What must not happen on any page of a test: errors, breaches of the page's policy, requests to strangers. */
export class Watch {
  readonly faults: string[] = [];
  private readonly origins: Set<string>;
  private readonly expected: RegExp[] = [];

  constructor(ownOrigin: string) {
    this.origins = new Set([ownOrigin]);
  }

  /** Requests to this origin are in order, a provider's own site for example. */
  allowOrigin(origin: string): void {
    this.origins.add(origin);
  }

  /**
   * Faults with this text belong to what the test does. A browser logs each answer of 400 and above that a page asked
   * for as an error.
   */
  expectFault(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  async follow(context: BrowserContext): Promise<void> {
    context.on("console", (message) => {
      if (message.type() === "error") this.faults.push(textOf(message));
    });
    context.on("weberror", (error) => this.faults.push(`Uncaught: ${error.error().message}`));
    context.on("request", (request) => {
      const url = request.url();
      if (!LOCAL.test(url) && !this.origins.has(new URL(url).origin))
        this.faults.push(`A request to another origin: ${request.method()} ${url}`);
    });
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`The policy forbids: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      );
    });
  }

  /** The faults that no test expects. */
  unexpected(): string[] {
    return this.faults.filter((fault) => !this.expected.some((pattern) => pattern.test(fault)));
  }
}

function textOf(message: ConsoleMessage): string {
  const { url } = message.location();
  return `console.error: ${message.text()}${url ? ` (${url})` : ""}`;
}
