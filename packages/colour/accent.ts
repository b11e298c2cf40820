import { atLightness, type Colour, contrast, isColour, lightnessOf, mix, worstContrast } from "./contrast";
import { PALETTE, type Role } from "./palette";

/** What an accent is read on, in each scheme. */
export const GROUNDS = { light: groundsOf(PALETTE.light), dark: groundsOf(PALETTE.dark) };

function groundsOf(colours: Record<Role, Colour>) {
  const { background, surface } = colours;
  return {
    background,
    surface,
    error: colours["error-tint"],
    success: colours["success-tint"],
    warning: colours["warning-tint"],
    info: colours["info-tint"],
  };
}

/** How much of the accent is in the tint behind a notice or a button under the pointer. */
export const TINT_SHARE = 0.08;
const ENOUGH = 4.5;
/** Above 4.5, because a colour that only just passes looks dull on a dark page. */
const ENOUGH_AT_NIGHT = 6;
/** A full colour glares on a dark page. Of 255, by how much its strongest part may exceed its weakest. */
export const MAX_CHROMA_AT_NIGHT = 80;
const BLACK = "#000000";
const WHITE = "#ffffff";

/** A colour for links and buttons, and that of the text on it. */
export interface Tone {
  accent: Colour;
  onAccent: Colour;
}

/**
 * Why a colour cannot be a provider's accent and what to do about it; null where it can.
 * See docs/design.md.
 */
export function accentFault(text: string): string | null {
  if (!isColour(text)) return "write the colour as #RRGGBB: #1B4F8F.";
  const ratio = legibility(text, "light");
  if (ratio >= ENOUGH) return null;
  const shown = Math.floor(ratio * 100) / 100;
  return `as text its contrast is ${shown}:1 and ${ENOUGH}:1 is the least. Take a darker one, ${shifted(text, "light").toUpperCase()} for example.`;
}

/** For an accent that passed `accentFault`: itself on light pages, a lighter and calmer tone on dark ones. */
export function tonesOf(accent: Colour): { light: Tone; dark: Tone } {
  return { light: toneOf(accent), dark: toneOf(shifted(accent, "dark")) };
}

/** The style sheet that gives a page this accent. Print keeps the light tone, because paper is white. */
export function accentStyles(accent: Colour): string {
  const { light, dark } = tonesOf(accent);
  // `html:root` outranks the `:root` of app/globals.css, whichever sheet loads first.
  const rule = (tone: Tone, where = "") =>
    `html:root${where} { --color-accent: ${tone.accent}; --color-on-accent: ${tone.onAccent}; }`;
  const night = [
    `@media screen and (prefers-color-scheme: dark) {\n  ${rule(dark, ":where(:not([data-theme]))")}\n}`,
    `@media screen {\n  ${rule(dark, ':where([data-theme="dark"])')}\n}`,
  ];
  return `${[rule(light), ...night, scope("light", light), scope("dark", dark)].join("\n")}\n`;
}

/** For what a page shows in one scheme, whatever its own. */
function scope(scheme: keyof typeof PALETTE, { accent, onAccent }: Tone): string {
  const { background, surface, text, divider } = PALETTE[scheme];
  const roles = {
    background,
    surface,
    text,
    divider,
    accent,
    "accent-strong": accent,
    "on-accent": onAccent,
  };
  const set = Object.entries(roles).map(([role, colour]) => `--color-${role}: ${colour};`);
  return `.scheme-${scheme} { ${set.join(" ")} }`;
}

const toneOf = (accent: Colour): Tone => {
  const dark = GROUNDS.dark.background;
  return { accent, onAccent: contrast(WHITE, accent) >= contrast(dark, accent) ? WHITE : dark };
};

/** Darkens for light pages, or lightens for dark ones, in steps of 1 % until the colour is readable. */
function shifted(colour: Colour, scheme: keyof typeof GROUNDS): Colour {
  const [step, least] = scheme === "light" ? [-0.01, ENOUGH] : [0.01, ENOUGH_AT_NIGHT];
  for (let lightness = lightnessOf(colour) + step; lightness > 0 && lightness < 1; lightness += step) {
    const candidate = atLightness(colour, lightness, scheme === "dark" ? MAX_CHROMA_AT_NIGHT : 255);
    if (legibility(candidate, scheme) >= least) return candidate;
  }
  return scheme === "light" ? BLACK : WHITE;
}

function legibility(colour: Colour, scheme: keyof typeof GROUNDS): number {
  const grounds = GROUNDS[scheme];
  return worstContrast(colour, [...Object.values(grounds), mix(colour, TINT_SHARE, grounds.surface)]);
}
