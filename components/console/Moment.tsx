import { localMoment } from "@/lib/staff/answers";

/** A time on the provider's clock, with that of UTC for whoever points at it. */
export function Moment({ at, timeZone }: { at: Date; timeZone: string }) {
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`} className="tabular-nums">
      {localMoment(at, timeZone)}
    </time>
  );
}
