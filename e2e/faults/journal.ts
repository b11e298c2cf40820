/** What was asked and answered while faults were made. */
import { createHash } from "node:crypto";
import type { Answer } from "../support/answer";

export interface Entry {
  op: string;
  /** By `performance.now()`. */
  from: number;
  to: number;
  /** Null where no whole answer came. */
  status: number | null;
}

/** What an answer said of a checkout. */
export interface Told {
  checkoutId: string;
  status: string;
  op: string;
}

export class Journal {
  readonly entries: Entry[] = [];
  readonly told: Told[] = [];
  readonly violations: string[] = [];
  /** The bytes of a request's first answer that is repeated. */
  readonly #firsts = new Map<string, string>();

  violation(text: string): void {
    this.violations.push(text);
  }

  answered(entry: Entry, answer: Answer): void {
    this.entries.push(entry);
    const { op } = entry;
    const { status, body, headers, text } = answer;
    if (status === 503 && !(Number(headers.get("retry-after")) > 0))
      this.violation(`${op}: 503 without Retry-After: ${text}`);
    if (status >= 500 && status !== 503) this.violation(`${op}: ${status} ${text.slice(0, 300)}`);
    if (status < 500) this.#read(op, status, body);
  }

  #read(op: string, status: number, body: Answer["body"]): void {
    for (const one of Array.isArray(body?.data) ? body.data : []) this.#read(op, status, one);
    const checkoutId = body?.checkout?.checkout_id ?? body?.checkout_id;
    if (!checkoutId) return;
    if (status === 402) this.told.push({ checkoutId, status: "Payment Failed", op });
    else if (body.checkout_status) this.told.push({ checkoutId, status: body.checkout_status, op });
  }

  /** Every answer to the same request is, byte for byte, the first one. */
  repeats(request: string, answer: Answer): void {
    const sum = createHash("sha256").update(`${answer.status} `).update(answer.bytes).digest("base64");
    const first = this.#firsts.get(request);
    if (first === undefined) this.#firsts.set(request, sum);
    else if (first !== sum) this.violation(`${request} was answered in two ways, the second: ${answer.text}`);
  }

  /** Answers that are no success because of a fault: none at all, or "try again". */
  unhappy = () => this.entries.filter(({ status }) => status === null || status >= 500);
}
