import { present } from "../../lib/domain/narrow";
import { TRANSITIONS } from "../../lib/domain/states";
import { type Beginning, kindOf, MOVE_WORDS, type Move, movesFrom } from "./states";

/** Where the boxes and arrows of a diagram are, in units of which a line of it has 288. */
export interface StateDiagram {
  height: number;
  boxes: Box[];
  arrows: Arrow[];
}

interface Box {
  status: Move["to"];
  kind: ReturnType<typeof kindOf>;
  /** A second line: what the success is, or how it came to nothing. */
  note: string | null;
  x: number;
  y: number;
  width: number;
}

interface Arrow {
  move: Move;
  path: string;
  label: { text: string; x: number; y: number } | null;
}

export const DIAGRAM_WIDTH = 288;
export const BOX_HEIGHT = 44;
const [TOP, ROW] = [34, 92];
const MAIN = { x: 0, width: 148 };
const SIDE = { x: 170, width: 118 };
/** Of arrows down, so that their labels have the rest of the box's width. */
const DOWN = 22;
/** Where arrows from several boxes meet on their way to the side. */
const BUS = 158;

/** What leads on stands below each other, what came to nothing at the side. Made from the table of moves. */
export function stateDiagram(beginning: Beginning): StateDiagram {
  const moves = movesFrom(beginning);
  const success = beginning === "start_plan" ? "signed" : "paid";
  const statuses = [...new Set(moves.map(({ to }) => to))];
  const isLost = (status: Move["to"]) => kindOf(status) === "lost";
  const rows = [...statuses.filter((one) => !isLost(one)), ...statuses.filter(isLost)];
  const main = rows.filter((status) => !isLost(status));
  const boxes = rows.map((status): Box => {
    const kind = kindOf(status);
    const at = isLost(status) ? rows.indexOf(status) - main.length + 0.5 : main.indexOf(status);
    const entered = present(
      moves.find(({ to }) => to === status),
      `move to ${status}`,
    );
    const note = { open: null, lost: MOVE_WORDS[entered.name], done: success }[kind];
    return { status, kind, note, ...(isLost(status) ? SIDE : MAIN), y: TOP + at * ROW };
  });
  const box = (status: Move["to"]) =>
    present(
      boxes.find((one) => one.status === status),
      `box of ${status}`,
    );
  const arrows = moves.map((move): Arrow => {
    const to = box(move.to);
    const text = MOVE_WORDS[move.name];
    if (move.from === null)
      return { move, path: `M${DOWN} 10V${to.y}`, label: { text, x: DOWN + 10, y: 20 } };
    const from = box(move.from);
    const right = from.x + from.width;
    if (from === to)
      return {
        move,
        path: `M${right} ${from.y + 8}h14v12h-14`,
        label: { text, x: right + 20, y: from.y + 18 },
      };
    if (to.kind === "lost") {
      const [start, end] = [from.y + 32, to.y + BOX_HEIGHT / 2];
      return { move, path: `M${right} ${start}H${BUS}V${end}H${to.x}`, label: null };
    }
    const bottom = from.y + BOX_HEIGHT;
    const label = { text, x: DOWN + 10, y: (bottom + to.y) / 2 + 4 };
    return { move, path: `M${DOWN} ${bottom}V${to.y}`, label };
  });
  return { height: Math.max(...boxes.map(({ y }) => y + BOX_HEIGHT)), boxes, arrows };
}

/** For screen readers, and for whoever reads sooner than looks. */
export function sentenceOf({ name, from, to }: Move): string {
  const { event } = TRANSITIONS[name];
  const way = from === null ? `It begins with ${to}` : from === to ? `${to} stays` : `From ${from} to ${to}`;
  return `${way}: ${MOVE_WORDS[name]}${event ? ` (\`${event}\`)` : ""}`;
}
