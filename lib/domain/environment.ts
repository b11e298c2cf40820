/** One deployment is one environment. */
export type Environment = "sandbox" | "production";
