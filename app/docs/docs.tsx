import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DocsShell, type MenuPart } from "@/components/docs/DocsShell";
import { published } from "@/lib/api/published";
import { GUIDES, guidePath } from "@/lib/docs/guides";
import type { Json } from "@/lib/docs/openapi";
import { operationPath, type Reference, referenceOf } from "@/lib/docs/reference";

export function source(): { document: Json; reference: Reference; baseUrl: string } {
  const { openApi, baseUrl } = published().pages;
  const document = openApi();
  return { document, reference: referenceOf(document), baseUrl };
}

/** D-091: search engines may list the documentation. */
export function docsMetadata(title: string, description: string): Metadata {
  return { title: `${title} – Provider Checkout Docs`, description, robots: { index: true } };
}

const menus = new WeakMap<Reference, MenuPart[]>();

function menuOf(reference: Reference): MenuPart[] {
  const menu = menus.get(reference) ?? partsOf(reference);
  menus.set(reference, menu);
  return menu;
}

function partsOf({ groups, webhooks }: Reference): MenuPart[] {
  return [
    { title: "Guides", links: GUIDES.map(({ slug, name }) => ({ name, href: guidePath(slug) })) },
    {
      title: "Reference",
      links: [
        { name: "All operations", href: "/docs/reference" },
        ...(webhooks.length > 0 ? [{ name: "Events", href: "/docs/reference/events" }] : []),
        { name: "Problems", href: "/docs/problems" },
      ],
    },
    ...groups.map(({ name, operations }) => ({
      title: name,
      links: operations.map((one) => ({ name: one.summary, href: operationPath(one.id) })),
    })),
  ];
}

interface Props {
  current: string;
  query?: string;
  children: ReactNode;
}

export function DocsPage({ current, query, children }: Props) {
  return (
    <DocsShell menu={menuOf(source().reference)} current={current} query={query}>
      {children}
    </DocsShell>
  );
}
