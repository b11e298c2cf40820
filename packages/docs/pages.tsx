import type { ReactNode } from "react";
import { present } from "../text/narrow";
import { GUIDES, guidePath, guideText, PARTS } from "./guides";
import { headOf, htmlOf, plainOf, sectionsOf } from "./markdown";
import type { Json } from "./openapi";
import { jsonBlock, membersTable, operationText } from "./operation";
import { problemPage, problemsPage } from "./problems";
import { eventMembers, operationPath, type Reference, referenceOf } from "./reference";

export interface Page {
  title: string;
  /** Without one a page is not for search engines. */
  description: string | null;
  body: ReactNode;
}

/**
 * @param path the segments below `/docs`
 * @param document the published one, whose operations have pages
 * @returns null where there is no page
 */
export function pageAt(
  [first, second, ...more]: readonly string[],
  document: Json,
  baseUrl: string,
): Page | null {
  if (more.length > 0) return null;
  if (first === "reference") return referencePage(second, referenceOf(document));
  if (first === "problems") {
    const text = second === undefined ? problemsPage() : problemPage(second, referenceOf(document));
    return text === null ? null : textPage(text);
  }
  if (second !== undefined) return null;
  // The overview has one address, /docs.
  if (first === "overview") return null;
  const at = GUIDES.findIndex(({ slug }) => slug === (first ?? "overview"));
  return at < 0 ? null : guidePage(at, document, baseUrl);
}

/** A page that is a markdown text. Its first paragraph describes it. */
function textPage(text: string, next?: { name: string; href: string }): Page {
  const sections = sectionsOf(text).filter(({ depth }) => depth === 2);
  const body = (
    <div className="@min-[75rem]:grid @min-[75rem]:grid-cols-[minmax(0,46rem)_13rem] @min-[75rem]:gap-x-12">
      <div className="max-w-[46rem] space-y-5">
        <div
          className="space-y-5"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: htmlOf escapes what it is given
          dangerouslySetInnerHTML={{ __html: htmlOf(text) }}
        />
        {next && (
          <p className="border-divider border-t pt-6">
            Next: <a href={next.href}>{next.name}</a>
          </p>
        )}
      </div>
      {sections.length > 1 && (
        <nav aria-label="On this page" className="hidden @min-[75rem]:block print:hidden">
          <div className="sticky top-8 max-h-[calc(100svh-4rem)] overflow-y-auto text-sm">
            <p className="mb-2 font-semibold">On this page</p>
            <ul className="space-y-1">
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="block wrap-anywhere py-1 text-muted no-underline hover:underline"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}
    </div>
  );
  return { ...headOf(text), body };
}

export const LOST_PAGE: Page = {
  ...textPage(`# Page not found

The documentation has no page at this address. Look through the menu, or go to [the overview](/docs), [all operations](/docs/reference) or [all problems](/docs/problems).
`),
  description: null,
};

function guidePage(at: number, document: Json, baseUrl: string): Page {
  const { slug, part } = present(GUIDES[at], "guide");
  const next = GUIDES[at + 1];
  const ask = `\nQuestions? [Ask the operator of this deployment](${referenceOf(document).contact}). Quote the \`Request-Id\`.\n`;
  const text = `${guideText(slug, baseUrl)}${part === "Integrate" ? ask : ""}`;
  return textPage(text, next?.part === part ? linkTo(next.slug) : undefined);
}

const links = new Map([["overview", { name: "Overview", href: "/docs" }]]);

/** Its name is the guide's title, which is read once. */
function linkTo(slug: string) {
  const link = links.get(slug) ?? { name: headOf(guideText(slug, "")).title, href: guidePath(slug) };
  links.set(slug, link);
  return link;
}

function referencePage(name: string | undefined, reference: Reference): Page | null {
  if (name === undefined) return textPage(referenceText(reference));
  if (name === "events") return textPage(eventsText(reference));
  const operation = reference.groups.flatMap(({ operations }) => operations).find(({ id }) => id === name);
  if (!operation) return null;
  const page = textPage(operationText(operation, reference.server));
  return { ...page, description: plainOf(operation.description) };
}

function referenceText({ description, server, groups }: Reference): string {
  const parts = groups.map(({ name, description: about, operations }) => {
    const lines = operations.map(
      ({ id, summary, method, path }) => `- [${summary}](${operationPath(id)}): \`${method} ${path}\``,
    );
    return `## ${name}\n\n${about}\n\n${lines.join("\n")}`;
  });
  return `# API reference

Every operation of the Provider Checkout API, with parameters, bodies, responses and problems. The base address is \`${server}\`. These pages are made from the [OpenAPI document](/openapi.json), which is made from the schemas that check every request.

${description}

${parts.join("\n\n")}
`;
}

function eventsText(reference: Reference): string {
  const types = reference.webhooks.map(({ type, description, media: { examples = {} } }) => {
    const [example] = Object.values(examples);
    return [`## ${type}`, description, ...(example ? [jsonBlock(example.value)] : [])].join("\n\n");
  });
  return `# Events

Each change of a checkout is an event. All have the same fields; the type says what happened.

Your endpoints receive them as below, signed, and so does whoever reads \`GET /v1/events\`. [Events and webhooks](/docs/events) tells how to register an endpoint and what it answers; [a receiver](/docs/webhook-receiver) is there to copy.

## Fields of an event

${membersTable(eventMembers(reference), { isAnswer: true })}

${types.join("\n\n")}
`;
}

export interface MenuPart {
  title: string;
  links: readonly { name: string; href: string }[];
}

export function docsMenu(document: Json): MenuPart[] {
  return [
    ...PARTS.map(({ part, slugs }) => ({ title: part, links: slugs.map(linkTo) })),
    {
      title: "Reference",
      links: [
        { name: "All operations", href: "/docs/reference" },
        { name: "Events", href: "/docs/reference/events" },
        { name: "Problems", href: "/docs/problems" },
      ],
    },
    ...referenceOf(document).groups.map(({ name, operations }) => ({
      title: name,
      links: operations.map((one) => ({ name: one.summary, href: operationPath(one.id) })),
    })),
  ];
}
