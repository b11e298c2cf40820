import { Button } from "../ui/Button";
import { Disclosure } from "../ui/Disclosure";
import { Notice } from "../ui/Notice";

/** Contract section 9. */
const PAYS = "4242 4242 4242 4242";
const OTHERS = [
  ["4000 0000 0000 9995", "is declined: not enough money"],
  ["4000 0000 0000 0002", "is declined, without a reason"],
  ["4000 0000 0000 0069", "is declined: expired"],
  ["4000 0000 0000 0127", "is declined: wrong security code"],
  ["4000 0000 0000 0341", "pays, but the answer is lost"],
] as const;

/** For the sandbox. The card form fills in the number of the button that is clicked. */
export function TestCards() {
  return (
    <Notice kind="info" title="Test cards">
      <p>
        <strong className="tabular-nums">{PAYS}</strong> pays, with any expiry date in the future and any
        security code.
      </p>
      <Button type="button" kind="secondary" className="noscript:hidden" data-test-card={PAYS}>
        Fill test card
      </Button>
      <Disclosure label="Cards that do something else" inPrint={false}>
        <ul className="space-y-1">
          {OTHERS.map(([number, does]) => (
            <li key={number} className="flex flex-wrap items-center gap-x-2">
              <Button type="button" kind="quiet" className="px-0! max-xs:w-auto!" data-test-card={number}>
                <span className="tabular-nums">{number}</span>
              </Button>
              <span className="text-muted">{does}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Notice>
  );
}
