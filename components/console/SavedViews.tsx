import type { StaffCaller } from "@/lib/staff/caller";
import type { find } from "@/lib/staff/find";
import { can } from "@/lib/staff/permissions";
import { addressOf } from "@/lib/staff/set-up/take";
import { mayRemove, viewId } from "@/lib/staff/set-up/views";
import { classes } from "../ui/classes";

interface Props extends Pick<Awaited<ReturnType<typeof find>>, "views" | "filters"> {
  isSearch: boolean;
  caller: StaffCaller;
}

const LINK = "inline-flex min-h-6 items-center";

/** Lists that staff named, and the way to name what is shown. */
export function SavedViews({ views, filters, isSearch, caller }: Props) {
  const { code } = caller.provider;
  const isNew = !views.some(({ query }) => query === filters);
  const canSave = filters !== "" && !isSearch && isNew && can(caller.role, "note");
  if (views.length === 0 && !canSave) return null;
  return (
    <nav aria-label="Saved views">
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {views.map(({ name, query, staffId }) => {
          const isShown = !isSearch && query === filters;
          return (
            <li key={name} className="wrap-anywhere flex min-w-0 flex-wrap gap-x-3">
              <a
                href={`/console/${code}?${query}`}
                aria-current={isShown ? "page" : undefined}
                className={classes(LINK, isShown && "font-semibold")}
              >
                <bdi>{name}</bdi>
              </a>
              {isShown && mayRemove(caller, { staffId }) && (
                <a
                  href={addressOf(code, { part: "views", id: viewId(name), key: "remove" })}
                  className={LINK}
                >
                  Remove this view
                </a>
              )}
            </li>
          );
        })}
        {canSave && (
          <li>
            <a href={addressOf(code, { part: "views", id: viewId(filters), key: "save" })} className={LINK}>
              Save this view
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
