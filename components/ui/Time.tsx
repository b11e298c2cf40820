/** "2026-11-21 12:05:31 UTC". */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`}</time>
);
