import localFont from "next/font/local";

/** One self-hosted variable sans; other scripts than Latin take the system's. */
export const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  variable: "--font-inter",
});
