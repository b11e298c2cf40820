import { classes } from "../ui/classes";

export interface MenuPart {
  title: string;
  links: readonly { name: string; href: string }[];
}

/** Where everything is; the page that is open is marked. */
export function DocsMenu({ menu, current }: { menu: readonly MenuPart[]; current: string }) {
  return (
    <nav aria-label="Documentation" className="space-y-6 pb-4">
      {menu.map(({ title, links }) => (
        <div key={title}>
          <p className="mb-1 font-semibold text-sm">{title}</p>
          <ul>
            {links.map(({ name, href }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={href === current ? "page" : undefined}
                  className={classes(
                    "block rounded-sm px-2 py-1.5 text-sm no-underline hover:bg-accent-tint",
                    href === current ? "bg-accent-tint font-medium text-accent" : "text-muted",
                  )}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
