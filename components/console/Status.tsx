import type { Tone, Word } from "@/lib/staff/words";
import { classes } from "../ui/classes";
import { Icon, type IconName } from "../ui/Icon";

const LOOKS: Record<Tone, { icon: IconName; color: string }> = {
  good: { icon: "check", color: "text-success" },
  bad: { icon: "error", color: "text-error" },
  waiting: { icon: "calendar", color: "text-warning" },
  quiet: { icon: "lock", color: "text-muted" },
};

/** A status in words, with the API's term in small print. */
export function Status({ of: { word, tone }, term }: { of: Word; term?: string | null }) {
  const { icon, color } = LOOKS[tone];
  return (
    <span className="block">
      <span className={classes("inline-flex items-center gap-1.5 font-medium", color)}>
        <Icon name={icon} className="size-4!" />
        {word}
      </span>
      {term && <Term>{term}</Term>}
    </span>
  );
}

/** The font would write "6x8" with a multiplication sign. */
export const LITERAL = "[font-variant-ligatures:no-contextual]";

/** As the API calls it. */
export const Term = ({ children }: { children: string }) => (
  <span className={classes("wrap-anywhere block text-muted text-sm", LITERAL)}>{children}</span>
);
