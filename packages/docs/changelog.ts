import { firstAndLast } from "../../lib/domain/narrow";
import { escapeHtml } from "../text/escape-html";
import { readGuide } from "./guides";
import { textOf } from "./markdown";

interface Change {
  /** Calendar date in UTC. */
  date: string;
  title: string;
  /** The anchor on the changelog's page. */
  id: string;
  text: string;
}

/**
 * What the changelog's guide says, the newest first.
 * @throws Error for a heading that is not a date with a title
 */
export function changesOf(baseUrl: string): Change[] {
  const changes: Change[] = [];
  for (const block of readGuide("changelog", baseUrl).blocks) {
    if (block.type !== "heading") {
      const last = changes.at(-1);
      if (last) last.text = `${last.text} ${textOf(block)}`.trim();
      continue;
    }
    const [, date, title] = /^(\d{4}-\d\d-\d\d): (.+)$/.exec(block.text) ?? [];
    if (!date || !title) throw new Error(`The changelog has an entry without a date: ${block.text}`);
    changes.push({ date, title, id: block.id, text: "" });
  }
  return changes;
}

/** The changelog as an Atom feed (RFC 4287). */
export function changelogFeed(baseUrl: string): string {
  const page = `${baseUrl}/docs/changelog`;
  const changes = changesOf(baseUrl);
  const at = (date: string) => `${date}T00:00:00Z`;
  const entries = changes.map(({ date, title, id, text }) =>
    [
      "  <entry>",
      `    <id>${escapeHtml(`${page}#${id}`)}</id>`,
      `    <title>${escapeHtml(title)}</title>`,
      `    <updated>${at(date)}</updated>`,
      `    <link href="${escapeHtml(`${page}#${id}`)}"/>`,
      `    <content type="text">${escapeHtml(text)}</content>`,
      "  </entry>",
    ].join("\n"),
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-AU">
  <id>${escapeHtml(page)}</id>
  <title>Changelog of the Provider Checkout API</title>
  <updated>${at(firstAndLast(changes)[0].date)}</updated>
  <author><name>Provider Checkout</name></author>
  <link rel="self" href="${escapeHtml(`${page}.xml`)}"/>
  <link rel="alternate" href="${escapeHtml(page)}"/>
${entries.join("\n")}
</feed>
`;
}
