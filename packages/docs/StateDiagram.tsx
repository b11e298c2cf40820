import { BOX_HEIGHT, DIAGRAM_WIDTH, sentenceOf, stateDiagram } from "./state-diagram";
import { type Beginning, movesFrom } from "./states";
import { Ticked } from "./Ticked";

/** Final boxes have two outlines, so that nothing is told by colour alone. */
const LOOKS = {
  open: { fill: "fill-surface", stroke: "stroke-control" },
  done: { fill: "fill-success-tint", stroke: "stroke-success" },
  lost: { fill: "fill-info-tint", stroke: "stroke-control" },
};

/** The moves of one kind of checkout, drawn from the table of moves and told in words beside the drawing. */
export function StateDiagram({ of, title }: { of: Beginning; title: string }) {
  const { height, boxes, arrows } = stateDiagram(of);
  const tip = `tip-${of}`;
  return (
    <figure aria-label={title} className="@min-[48rem]:flex items-start gap-8 space-y-4">
      <svg
        aria-hidden="true"
        viewBox={`-2 0 ${DIAGRAM_WIDTH + 4} ${height + 2}`}
        className="w-full max-w-[24rem] shrink-0"
      >
        <marker id={tip} viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M0 0L8 4L0 8Z" className="fill-muted" />
        </marker>
        {arrows.map(({ move, path, label }) => (
          <g key={`${move.from} ${move.name}`}>
            {move.from === null && <circle cx="22" cy="8" r="5" className="fill-muted" />}
            <path d={path} markerEnd={`url(#${tip})`} className="fill-none stroke-muted" strokeWidth="1.25" />
            {label && (
              <text x={label.x} y={label.y} fontSize="12" className="fill-muted">
                {label.text}
              </text>
            )}
          </g>
        ))}
        {boxes.map(({ status, kind, note, x, y, width }) => (
          <g key={status} textAnchor="middle">
            <rect
              {...{ x, y, width, height: BOX_HEIGHT, rx: 8, strokeWidth: 1.25 }}
              className={`${LOOKS[kind].fill} ${LOOKS[kind].stroke}`}
            />
            {kind !== "open" && (
              <rect
                {...{ x: x + 3, y: y + 3, width: width - 6, height: BOX_HEIGHT - 6, rx: 5, strokeWidth: 1 }}
                className={`fill-none ${LOOKS[kind].stroke}`}
              />
            )}
            <text
              x={x + width / 2}
              y={y + (note ? 20 : 26)}
              fontSize="13"
              fontWeight="600"
              className="fill-text"
            >
              {status}
            </text>
            {note && (
              <text x={x + width / 2} y={y + 35} fontSize="12" className="fill-muted">
                {note}
              </text>
            )}
          </g>
        ))}
      </svg>
      <ul className="min-w-0 list-disc space-y-1 pl-5 text-sm">
        {movesFrom(of).map((move) => (
          <li key={`${move.from} ${move.name}`}>
            <Ticked>{sentenceOf(move)}</Ticked>
          </li>
        ))}
      </ul>
    </figure>
  );
}
