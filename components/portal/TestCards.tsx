"use client";

import type { CardFields } from "@/lib/contract/forms/card";
import { Button } from "../ui/Button";

/** Published test cards; what each does stands beside it. Contract section 9. */
const CARDS = [
  ["4242 4242 4242 4242", "pays"],
  ["4000 0000 0000 9995", "not enough money"],
  ["4000 0000 0000 0002", "declined"],
  ["4000 0000 0000 0341", "pays, but the answer is lost"],
] as const;

/** Test data one click away, in the sandbox only. */
export function TestCards({ fill }: { fill: (fields: Partial<CardFields>) => void }) {
  const expiry = { month: "12", year: String(new Date().getFullYear() + 3) };
  return (
    <details className="rounded border border-divider bg-surface">
      <summary className="flex min-h-12 cursor-pointer items-center px-4 font-medium">Test cards</summary>
      <ul className="divide-y divide-divider border-divider border-t px-4">
        {CARDS.map(([number, does]) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <span>
              <span className="tabular-nums">{number}</span> <span className="text-muted">{does}</span>
            </span>
            <Button
              type="button"
              kind="quiet"
              onClick={() => fill({ name: "Test Student", number, expiry, cvc: "123" })}
            >
              Fill test card<span className="sr-only"> that {does}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
