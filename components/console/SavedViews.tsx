import { classes } from "../ui/classes";

interface Props {
  views: readonly { name: string; address: string; isShown: boolean; removeAddress: string | null }[];
  saveAddress: string | null;
}

const LINK = "inline-flex min-h-6 items-center";

/** Lists that staff named, and the way to name what is shown. */
export function SavedViews({ views, saveAddress }: Props) {
  if (views.length === 0 && saveAddress === null) return null;
  return (
    <nav aria-label="Saved views">
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {views.map(({ name, address, isShown, removeAddress }) => (
          <li key={name} className="wrap-anywhere flex min-w-0 flex-wrap gap-x-3">
            <a
              href={address}
              aria-current={isShown ? "page" : undefined}
              className={classes(LINK, isShown && "font-semibold")}
            >
              <bdi>{name}</bdi>
            </a>
            {removeAddress && (
              <a href={removeAddress} className={LINK}>
                Remove this view
              </a>
            )}
          </li>
        ))}
        {saveAddress && (
          <li>
            <a href={saveAddress} className={LINK}>
              Save this view
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
