import { join } from "node:path";

const top = join(import.meta.dirname, "../../..");

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // As the service's own pages are measured, whose answers are not compressed for a client that does not ask for it.
  compress: false,
  outputFileTracingRoot: top,
};
