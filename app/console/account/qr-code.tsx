import encodeQR from "qr";

/** For a camera. Black on white in the dark scheme too, because some apps read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const bits = rows.map((row) => row.map(Number).join(""));
  const runs = bits.flatMap((line, y) =>
    [...line.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}`),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 -.5 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-[240px]"
    >
      <rect y="-.5" width="100%" height="100%" fill="#fff" />
      <path stroke="#000" d={runs.join("")} />
    </svg>
  );
}
