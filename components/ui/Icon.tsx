import { classes } from "./classes";

const PATHS = {
  check: "M4.5 10.5l3.5 3.5 7.5-8",
  warning:
    "M10 7.5v4M10 14.25v.01M8.7 3.6L2.4 14.5A1.5 1.5 0 003.7 16.75h12.6a1.5 1.5 0 001.3-2.25L11.3 3.6a1.5 1.5 0 00-2.6 0z",
  info: "M10 9.25v4.5M10 6.25v.01M17.5 10a7.5 7.5 0 11-15 0 7.5 7.5 0 0115 0z",
  error: "M10 6v4.75M10 13.75v.01M17.5 10a7.5 7.5 0 11-15 0 7.5 7.5 0 0115 0z",
  lock: "M6.5 9V6.5a3.5 3.5 0 017 0V9M5.25 9h9.5c.7 0 1.25.55 1.25 1.25v5.5c0 .7-.55 1.25-1.25 1.25h-9.5C4.55 17 4 16.45 4 15.75v-5.5C4 9.55 4.55 9 5.25 9z",
  calendar:
    "M6.5 2.75v3M13.5 2.75v3M3 8.5h14M4.5 4.25h11c.83 0 1.5.67 1.5 1.5v9.75c0 .83-.67 1.5-1.5 1.5h-11c-.83 0-1.5-.67-1.5-1.5V5.75c0-.83.67-1.5 1.5-1.5z",
  download: "M10 3v9.5M6 8.75l4 4 4-4M3.5 16.75h13",
  bank: "M3 8.25L10 4l7 4.25zM4.75 8.5V14M8.25 8.5V14M11.75 8.5V14M15.25 8.5V14M3 16.5h14",
  printer:
    "M5.5 7.5V3h9v4.5M5.5 14.5H4c-.83 0-1.5-.67-1.5-1.5V9c0-.83.67-1.5 1.5-1.5h12c.83 0 1.5.67 1.5 1.5v4c0 .83-.67 1.5-1.5 1.5h-1.5M5.5 12h9v5h-9z",
  external:
    "M8 4.5H4.5c-.55 0-1 .45-1 1v10c0 .55.45 1 1 1h10c.55 0 1-.45 1-1V12M11.5 3.5h5v5M16.25 3.75L9 11",
  chevron: "M5 7.5l5 5 5-5",
} as const;

export type IconName = keyof typeof PATHS;

/** Hidden from screen readers, because the text beside it always says the same. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes("size-5 shrink-0", className)}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
