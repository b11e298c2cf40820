/** Words of example secrets. Random text of 43 characters holds one of them less than once in a million times. */
const EXAMPLE = /secret|passwor|change.?me|example|placeholder|replace|insert|qwerty/i;

/** The demo's own secrets begin with this: tools/dev/secrets.mjs. */
const DEMO = /^DemoOnly/;

/** Fewer characters cannot hold 128 random bits in hexadecimal digits. */
const SHORTEST_TEXT = 32;

/** What is weak about a key of 32 bytes, as the end of a sentence; null where it could come from a random source. */
export function weaknessOfKey(base64: string): string | null {
  if (DEMO.test(base64)) return "is a demo's own";
  const bytes = [...Buffer.from(base64, "base64")];
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  const why =
    patternIn(bytes, 16) ?? patternIn(codesOf(base64.slice(0, -1)), 8) ?? (isText ? "it is a text" : null);
  return why && `is not random enough (${why})`;
}

export function weaknessOfText(text: string): string | null {
  if (DEMO.test(text)) return "is a demo's own";
  if (text.length < SHORTEST_TEXT) return `is shorter than ${SHORTEST_TEXT} characters`;
  const why = patternIn(codesOf(text), 8) ?? (EXAMPLE.test(text) ? "it holds a word of an example" : null);
  return why && `is not random enough (${why})`;
}

const codesOf = (text: string) => [...text].map((character) => character.charCodeAt(0));

/** A pattern that no random source makes, in at least two thirds of the values. */
function patternIn(values: readonly number[], fewest: number): string | null {
  for (let period = 1; period <= values.length / 2; period++) {
    const repeated = values.slice(period).map((value, at) => value === values[at]);
    if (mostOf(repeated)) return "it repeats itself";
  }
  const steps = values.slice(0, -1).map((value, at) => (values[at + 1] ?? value) - value);
  const [first] = steps;
  if (mostOf(steps.map((step) => Math.abs(step) <= 1)) || mostOf(steps.map((step) => step === first)))
    return "it is a sequence";
  return new Set(values).size < fewest ? "it is made of few distinct characters" : null;
}

const mostOf = (found: readonly boolean[]) => found.filter(Boolean).length > (found.length * 2) / 3;
