import type { ReactNode } from "react";
import { type CardScheme, schemeName } from "@/packages/cards/card-scheme";

const LETTERS = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** Drawn here, in the colours of the card: four that students have, and a plain card for every other scheme. */
const DRAWINGS: Partial<Record<CardScheme, { ground: string; mark: ReactNode }>> = {
  visa: {
    ground: "#fff",
    mark: (
      <path
        {...LETTERS}
        stroke="#1a1f71"
        strokeWidth="2"
        d="M6.5 8l1.7 8 4-8M14.7 8l-1.5 8M20.9 9c-1.3-1.3-4.2-1-4.2.8 0 2 3.6 1.8 3.4 4-.2 2-3.3 2.2-4.6.9M22 16l4.8-8 1.5 8m-4.9-2.4h4.4"
      />
    ),
  },
  mastercard: {
    ground: "#fff",
    mark: (
      <>
        <circle cx="14.5" cy="12" r="6" fill="#eb001b" />
        <circle cx="21.5" cy="12" r="6" fill="#f79e1b" />
        <path d="M18 7.1a6 6 0 010 9.8 6 6 0 010-9.8z" fill="#ff5f00" />
      </>
    ),
  },
  amex: {
    ground: "#1f6fc5",
    mark: (
      <path
        {...LETTERS}
        stroke="#fff"
        strokeWidth="1.6"
        d="M5 15.5l2.6-7 2.6 7M6 13.2h3.2M12.4 15.5v-7l2.4 4 2.4-4v7M23.4 8.5h-3.6v7h3.6M19.8 12h3.2M25.8 8.5l4.8 7M30.6 8.5l-4.8 7"
      />
    ),
  },
  unionpay: {
    ground: "#fff",
    mark: (
      <>
        <path d="M10 5h8l-3 14H7z" fill="#d7282f" />
        <path d="M16.5 5h8l-3 14h-8z" fill="#00457c" />
        <path d="M23 5h6l-3 14h-6z" fill="#007b84" />
      </>
    ),
  },
};

/** The mark of the scheme that a card number begins with; without a scheme only its place. */
export function CardMark({ scheme }: { scheme: CardScheme | null }) {
  const drawing = scheme && DRAWINGS[scheme];
  return (
    <>
      {scheme && <span className="sr-only">{schemeName(scheme)}</span>}
      <svg viewBox="0 0 36 24" aria-hidden="true" className="h-6 w-9 text-muted">
        <rect
          x=".5"
          y=".5"
          width="35"
          height="23"
          rx="3"
          fill={drawing?.ground ?? "none"}
          stroke={drawing ? "#d5dbe3" : "currentColor"}
        />
        {drawing?.mark ?? <path d="M0 6h36v4H0zM5 16h8v2H5z" fill="currentColor" />}
      </svg>
    </>
  );
}
