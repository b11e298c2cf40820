/**
 * The meters of several servers as one text: Prometheus takes each family once, with its help and type before all of its
 * values. Each server's values have its own label `server`.
 */
export function joinTexts(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0]!;
  const families = new Map<string, string>();
  for (const text of texts)
    for (const family of text.split(/^(?=# HELP )/m)) {
      const [help, type, ...values] = family.trimEnd().split("\n");
      if (!help || !type) continue;
      const head = `${help}\n${type}\n`;
      families.set(head, [families.get(head) ?? head, ...values.map((value) => `${value}\n`)].join(""));
    }
  return [...families.values()].join("");
}
