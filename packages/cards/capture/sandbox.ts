import { TEST_CARDS } from "../test-cards";
import { CaptureError, readCard } from "./details";

function testCardOf(number: string) {
  const [slug, card] = Object.entries(TEST_CARDS).find(([, one]) => one.number === number) ?? [];
  if (card) return { slug, scheme: card.scheme };
  const message = "This is a test environment. Use one of its test cards.";
  throw new CaptureError("test_card_required", message, "number");
}

const RANDOM_LETTERS = 22;

function randomLetters(): string {
  let letters = "";
  while (letters.length < RANDOM_LETTERS)
    // 234 is the last multiple of 26: bytes beyond it would make the first letters of the alphabet likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_LETTERS)))
      if (byte < 234 && letters.length < RANDOM_LETTERS) letters += String.fromCharCode(97 + (byte % 26));
  return letters;
}

/** The script itself knows the sandbox's test cards. It sends, keeps and logs nothing. */
export function sandboxToken(details: unknown) {
  const { number, last4, expiry } = readCard(details, testCardOf);
  const { slug, scheme } = testCardOf(number);
  return { token: `tok_test_${slug}_${randomLetters()}`, card: { scheme, last4, ...expiry } };
}
