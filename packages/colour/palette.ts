import type { Colour } from "./contrast";

/** Colours of app/globals.css that emails and documents have too, or an accent is read on. A test holds them equal. */
export const PALETTE = {
  light: {
    background: "#f8f9fb",
    surface: "#ffffff",
    text: "#16202e",
    muted: "#4b5768",
    divider: "#d5dbe3",
    accent: "#1b4f8f",
    "error-tint": "#fdf1f0",
    "success-tint": "#eef8f2",
    warning: "#7a4b00",
    "warning-tint": "#fff7e6",
    "info-tint": "#f1f4f9",
  },
  dark: {
    background: "#0e141c",
    surface: "#161e29",
    text: "#eaf0f7",
    muted: "#a9b6c6",
    divider: "#2c3847",
    accent: "#8ab8f5",
    "error-tint": "#3a1613",
    "success-tint": "#0f2e20",
    warning: "#f5c469",
    "warning-tint": "#332507",
    "info-tint": "#1c2633",
  },
} as const satisfies Record<"light" | "dark", Record<string, Colour>>;

export type Role = keyof (typeof PALETTE)["light"];
