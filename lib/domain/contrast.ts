/** A colour as `#RRGGBB`. */
export type Colour = `#${string}`;

type Rgb = [number, number, number];

export function isColour(text: string): text is Colour {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export function worstContrast(colour: Colour, others: readonly Colour[]): number {
  return Math.min(...others.map((other) => contrast(colour, other)));
}

/** CSS's `color-mix(in srgb, …)`: `share`, 0 to 1, of the first colour. */
export function mix(first: Colour, share: number, second: Colour): Colour {
  const [a, b] = [rgbOf(first), rgbOf(second)];
  return colourOf(a.map((part, at) => Math.round(part * share + b[at]! * (1 - share))) as Rgb);
}

/**
 * The colour at another lightness, 0 to 1, of CSS's `hsl()`.
 * @param mostChroma of 255, by how much its strongest part may exceed its weakest
 */
export function atLightness(colour: Colour, lightness: number, mostChroma = 255): Colour {
  const parts = rgbOf(colour).map((part) => part / 255) as Rgb;
  const [least, most] = [Math.min(...parts), Math.max(...parts)];
  const spread = most - least;
  if (spread === 0) return colourOf(parts.map(() => Math.round(lightness * 255)) as Rgb);
  const saturation = spread / (1 - Math.abs(most + least - 1));
  const reach = Math.min(saturation * (1 - Math.abs(2 * lightness - 1)), mostChroma / 255);
  return colourOf(
    parts.map((part) => Math.round((lightness - reach / 2 + ((part - least) / spread) * reach) * 255)) as Rgb,
  );
}

export function lightnessOf(colour: Colour): number {
  const parts = rgbOf(colour);
  return (Math.min(...parts) + Math.max(...parts)) / 510;
}

function luminance(colour: Colour): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const rgbOf = (colour: Colour): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb;

const colourOf = (parts: Rgb): Colour =>
  `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
