import { REPEATABLE } from "./methods";

/** `provider-checkout.php`, with what it may send again. */
export function phpClient(text: string): string {
  const paths = REPEATABLE.map((one) => `"${one}"`).join('\n        . "|" . ');
  const rule = `REPEATABLE = "~^(GET |POST ("\n        . ${paths}\n        . ")$)~";`;
  return text.replace(/REPEATABLE = [^;]*;/, () => rule);
}
