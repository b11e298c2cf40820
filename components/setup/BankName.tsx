import { bankOf } from "../../lib/domain/banks";

/** The bank's name beside its BSB as it is typed. It always has its line, so that nothing moves. */
export function BankName({ bsb, isSandbox }: { bsb: string; isSandbox: boolean }) {
  return (
    <output htmlFor="bsb" className="block min-h-6 text-muted">
      {bankOf(bsb, isSandbox)}
    </output>
  );
}
