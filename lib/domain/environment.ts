export type Environment = "sandbox" | "production";
