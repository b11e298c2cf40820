import { bankOf } from "../../lib/domain/banks";

/** The bank's name beside its BSB as it is typed, below it on a phone. It always has its place, so that nothing moves. */
export function BankName({ bsb, isSandbox }: { bsb: string; isSandbox: boolean }) {
  return (
    <output
      htmlFor="bsb"
      className="mt-1.5 flex min-h-6 items-center text-muted min-[28rem]:absolute min-[28rem]:bottom-0 min-[28rem]:left-56 min-[28rem]:min-h-12"
    >
      {bankOf(bsb, isSandbox)}
    </output>
  );
}
