/** For the keyboard: past the band, the header or the menu. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded bg-surface font-medium focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:px-4 focus:py-3"
    >
      Skip to main content
    </a>
  );
}
