import { bankOf } from "../../lib/domain/banks";

/** The bank's name beside its BSB, which the page's script changes as it is typed. It always has its line, so that nothing moves. */
export function BankName({ bsb, isSandbox }: { bsb: string; isSandbox: boolean }) {
  return (
    <output
      id="bsb-bank"
      htmlFor="bsb"
      data-sandbox={isSandbox || undefined}
      className="block min-h-6 text-muted"
    >
      {bankOf(bsb, isSandbox)}
    </output>
  );
}
