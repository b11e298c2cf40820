/** A colour as `#RRGGBB`. */
export type Colour = `#${string}`;

type Rgb = readonly [red: number, green: number, blue: number];

export function isColour(text: string): text is Colour {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const shares = [luminance(one), luminance(other)];
  return (Math.max(...shares) + 0.05) / (Math.min(...shares) + 0.05);
}

export function worstContrast(colour: Colour, others: readonly Colour[]): number {
  return Math.min(...others.map((other) => contrast(colour, other)));
}

/** CSS's `color-mix(in srgb, …)`: `share`, 0 to 1, of the first colour. */
export function mix(first: Colour, share: number, second: Colour): Colour {
  const [a, b] = [rgbOf(first), rgbOf(second)];
  const mixed = (one: number, other: number) => one * share + other * (1 - share);
  return colourOf([mixed(a[0], b[0]), mixed(a[1], b[1]), mixed(a[2], b[2])]);
}

/**
 * The colour at another lightness, 0 to 1, of CSS's `hsl()`.
 * @param mostChroma of 255, by how much its strongest part may exceed its weakest
 */
export function atLightness(colour: Colour, lightness: number, mostChroma = 255): Colour {
  const parts = eachOf(rgbOf(colour), (part) => part / 255);
  const [least, most] = [Math.min(...parts), Math.max(...parts)];
  const spread = most - least;
  if (spread === 0) return colourOf(eachOf(parts, () => lightness * 255));
  const saturation = spread / (1 - Math.abs(most + least - 1));
  const reach = Math.min(saturation * (1 - Math.abs(2 * lightness - 1)), mostChroma / 255);
  return colourOf(eachOf(parts, (part) => (lightness - reach / 2 + ((part - least) / spread) * reach) * 255));
}

export function lightnessOf(colour: Colour): number {
  const parts = rgbOf(colour);
  return (Math.min(...parts) + Math.max(...parts)) / 510;
}

function luminance(colour: Colour): number {
  const [red, green, blue] = eachOf(rgbOf(colour), (part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const eachOf = ([red, green, blue]: Rgb, change: (part: number) => number): Rgb => [
  change(red),
  change(green),
  change(blue),
];

const rgbOf = (colour: Colour): Rgb =>
  eachOf([1, 3, 5], (at) => Number.parseInt(colour.slice(at, at + 2), 16));

const colourOf = (parts: Rgb): Colour =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
