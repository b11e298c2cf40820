import { type Letter, type Part, type Sender, TEST_LINE } from "./letter";

/** A letter as plain text: paragraphs are not wrapped, for mail programs do that to their own width. */
export function asText(letter: Letter, sender: Sender): string {
  const blocks = [
    sender.name,
    ...(sender.isTest ? [TEST_LINE] : []),
    letter.heading,
    ...letter.parts.map(partAsText),
    ["-- ", ...letter.footer].join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function partAsText(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "facts":
      return part.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
    case "link":
      return `${part.label}:\n${part.url}`;
    default:
      return part satisfies never;
  }
}
