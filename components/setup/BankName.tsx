import { bankBeside } from "../../lib/domain/banks";

/**
 * The bank's name beside its BSB, below it on a phone, which the page's script changes as it is typed. It always has its
 * place, so that nothing moves.
 */
export function BankName({ bsb, asked, isSandbox }: { bsb: string; asked: string; isSandbox: boolean }) {
  return (
    <output
      id="bsb-bank"
      htmlFor="bsb"
      data-sandbox={isSandbox || undefined}
      className="mt-1.5 flex min-h-6 items-center text-muted @min-[26rem]:absolute @min-[26rem]:bottom-0 @min-[26rem]:left-56 @min-[26rem]:min-h-12"
    >
      {bankBeside(bsb, asked, isSandbox)}
    </output>
  );
}
