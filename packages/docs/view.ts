import { GUIDES, guidePath, isGuide, readGuide } from "./guides";
import { type Block, plainOf } from "./markdown";
import type { Json } from "./openapi";
import { type ProblemSection, problemSections } from "./problems";
import { eventMembers, type OperationEntry, operationPath, type Reference, referenceOf } from "./reference";
import { type Hit, searchDocs } from "./search";
import type { Member } from "./shape";

export interface Link {
  name: string;
  href: string;
}

export interface MenuPart {
  title: string;
  links: readonly Link[];
}

/** What one page of the documentation shows, as plain data. */
export type DocsView =
  | { kind: "guide"; title: string; summary: string; blocks: Block[]; next: Link | null }
  | { kind: "reference"; reference: Omit<Reference, "webhooks"> }
  | { kind: "operation"; operation: OperationEntry; server: string }
  | { kind: "events"; members: Member[]; webhooks: Reference["webhooks"] }
  | { kind: "problems"; problems: ProblemSection[] }
  | { kind: "problem"; problem: ProblemSection }
  | { kind: "search"; query: string; hits: Hit[] }
  | { kind: "lost" };

const LONGEST_QUERY = 200;

/**
 * @param path the segments below `/docs`
 * @param document the published one, whose operations have pages
 */
export async function docsViewAt(
  path: readonly string[],
  query: string,
  document: Json,
  baseUrl: string,
): Promise<DocsView> {
  const [first, second] = path;
  const lost: DocsView = { kind: "lost" };
  if (path.length > 2) return lost;
  switch (first) {
    case "search": {
      if (second !== undefined) return lost;
      const asked = query.trim().slice(0, LONGEST_QUERY);
      const hits = asked === "" ? [] : await searchDocs(asked, document, baseUrl);
      return { kind: "search", query: asked, hits };
    }
    case "problems": {
      const problems = problemSections(document, baseUrl);
      if (second === undefined) return { kind: "problems", problems };
      const problem = problems.find(({ code }) => code === second);
      return problem ? { kind: "problem", problem } : lost;
    }
    case "reference":
      return referenceAt(second, referenceOf(document)) ?? lost;
    default:
      return second === undefined ? (guideAt(first, baseUrl) ?? lost) : lost;
  }
}

function referenceAt(name: string | undefined, reference: Reference): DocsView | null {
  const { webhooks, ...others } = reference;
  if (name === undefined) return { kind: "reference", reference: others };
  if (name === "events")
    return webhooks.length > 0 ? { kind: "events", members: eventMembers(reference), webhooks } : null;
  const operation = others.groups.flatMap(({ operations }) => operations).find(({ id }) => id === name);
  return operation ? { kind: "operation", operation, server: others.server } : null;
}

function guideAt(name: string | undefined, baseUrl: string): DocsView | null {
  // The overview has one address, /docs.
  if (name === "overview" || (name !== undefined && !isGuide(name))) return null;
  const slug = name ?? "overview";
  const next = GUIDES[GUIDES.findIndex((one) => one.slug === slug) + 1];
  return { kind: "guide", ...readGuide(slug, baseUrl), next: next ? linkTo(next) : null };
}

const linkTo = ({ slug, name }: (typeof GUIDES)[number]): Link => ({ name, href: guidePath(slug) });

/** Title and description of a page; without a description it is not for search engines. D-091 */
export function docsHead(view: DocsView): { title: string; description: string | null } {
  switch (view.kind) {
    case "guide":
      return { title: view.title, description: view.summary };
    case "reference":
      return {
        title: "API reference",
        description: "Every operation of the Provider Checkout API: parameters, bodies, answers, problems.",
      };
    case "operation": {
      const { summary, description } = view.operation;
      return { title: summary, description: plainOf(description) };
    }
    case "events":
      return { title: "Events", description: "The events of a checkout and what each carries." };
    case "problems":
      return {
        title: "Problems",
        description: "Every problem code of the API: status, cause, remedy and an example.",
      };
    case "problem": {
      const { code, title, remedy } = view.problem;
      return { title: code, description: `${title}. ${remedy}`.replaceAll("`", "") };
    }
    case "search":
      return { title: view.query === "" ? "Search" : `“${view.query}”`, description: null };
    case "lost":
      return { title: "Page not found", description: null };
  }
}

export function docsMenu(document: Json): MenuPart[] {
  const { groups, webhooks } = referenceOf(document);
  return [
    { title: "Guides", links: GUIDES.map(linkTo) },
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
