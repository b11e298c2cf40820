import { Button } from "../ui/Button";
import { Disclosure } from "../ui/Disclosure";
import { Notice } from "../ui/Notice";

/** The sandbox's card that pays, and others with what each does. Contract section 9. */
const PAYS = "4242 4242 4242 4242";
const OTHERS = [
  ["4000 0000 0000 9995", "declines for want of money"],
  ["4000 0000 0000 0002", "declines without a reason"],
  ["4000 0000 0000 0069", "declines as expired"],
  ["4000 0000 0000 0127", "declines for its security code"],
  ["4000 0000 0000 0341", "pays, but the answer is lost"],
] as const;

/** Test data one click away, in the sandbox only. The card's form fills in the number that a button carries. */
export function TestCards() {
  return (
    <Notice kind="info" title="Test cards">
      <p>
        <strong className="tabular-nums">{PAYS}</strong> pays, with any expiry date to come and any security
        code.
      </p>
      <Button type="button" kind="secondary" data-test-card={PAYS}>
        Fill test card
      </Button>
      <Disclosure label="Cards that do something else" inPrint={false}>
        <ul className="space-y-1">
          {OTHERS.map(([number, does]) => (
            <li key={number}>
              <Button type="button" kind="quiet" className="px-0" data-test-card={number}>
                <span className="tabular-nums">{number}</span>
              </Button>{" "}
              {does}
            </li>
          ))}
        </ul>
      </Disclosure>
    </Notice>
  );
}
