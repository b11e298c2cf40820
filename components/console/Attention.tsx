import type { needsAttention } from "@/lib/staff/attention";
import { Notice } from "../ui/Notice";
import { Moment } from "./Moment";
import { Term } from "./Status";

type Part = Awaited<ReturnType<typeof needsAttention>>[number];

interface Props {
  parts: readonly (Part & { actions: readonly { key: string; title: string }[] })[];
  /** Whether this is what was put off until later. */
  isPutOff: boolean;
  /** Of the provider's console. */
  home: string;
  timeZone: string;
}

export function Attention({ parts, isPutOff, home, timeZone }: Props) {
  if (parts.length === 0 && isPutOff) return <p>Nothing is put off.</p>;
  if (parts.length === 0)
    return (
      <Notice kind="success" title="Nothing needs attention">
        <p>Charges, debits, refunds, payouts, emails and webhooks were looked at just now.</p>
      </Notice>
    );
  return parts.map(({ kind, title, todo, guide, total, oldest, rows, actions }) => (
    <section key={kind} className="space-y-3">
      <h2>
        {title} ({total.toLocaleString("en-AU")})
      </h2>
      <p className="max-w-[66ch]">
        {todo} {guide && <a href={guide.path}>Read about it: {guide.name}</a>}
      </p>
      <p className="text-muted text-sm">The oldest: {oldest}.</p>
      <ul className="divide-y divide-divider border-divider border-y">
        {rows.map(({ name, details, since, path, item, owner, putOffUntil }) => (
          <li key={item} className="flex flex-wrap justify-between gap-x-6 py-3">
            <span className="wrap-anywhere min-w-0">
              {path ? (
                <a href={`${home}${path}`} className="inline-flex min-h-6 font-medium">
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <bdi className="font-medium">{name}</bdi>
              )}
              {details && <Term>{details}</Term>}
              {owner !== null && (
                <span className="block text-sm">
                  <bdi>{owner}</bdi> looks after it
                </span>
              )}
            </span>
            <span className="text-muted text-sm">
              Since <Moment at={since} timeZone={timeZone} />
              {putOffUntil && (
                <span className="block">
                  Put off until <Moment at={putOffUntil} timeZone={timeZone} />
                </span>
              )}
              <span className="flex flex-wrap gap-x-4">
                {actions.map((action) => (
                  <a
                    key={action.key}
                    href={`${home}/attention/${item}/${action.key}`}
                    className="inline-flex min-h-6"
                  >
                    {action.title}
                    <span className="sr-only"> – {name}</span>
                  </a>
                ))}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && <p>And {(total - rows.length).toLocaleString("en-AU")} more.</p>}
    </section>
  ));
}
