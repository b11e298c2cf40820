import type { Colour } from "./contrast";

/** The colours of app/globals.css by their roles, which a test holds equal. */
export const PALETTE = {
  light: {
    background: "#f8f9fb",
    surface: "#ffffff",
    text: "#16202e",
    muted: "#4b5768",
    control: "#737f90",
    divider: "#d5dbe3",
    accent: "#1b4f8f",
    "on-accent": "#ffffff",
    error: "#b3261e",
    "error-tint": "#fdf1f0",
    success: "#0f6b43",
    "success-tint": "#eef8f2",
    warning: "#7a4b00",
    "warning-tint": "#fff7e6",
    "info-tint": "#f1f4f9",
    focus: "#0b57d0",
  },
  dark: {
    background: "#0e141c",
    surface: "#161e29",
    text: "#eaf0f7",
    muted: "#a9b6c6",
    control: "#7f8ea1",
    divider: "#2c3847",
    accent: "#8ab8f5",
    "on-accent": "#0b1f38",
    error: "#ffb4ab",
    "error-tint": "#3a1613",
    success: "#7edbaa",
    "success-tint": "#0f2e20",
    warning: "#f5c469",
    "warning-tint": "#332507",
    "info-tint": "#1c2633",
    focus: "#a8cbff",
  },
} as const satisfies Record<"light" | "dark", Record<string, Colour>>;

export type Role = keyof (typeof PALETTE)["light"];
