import type { NextConfig } from "next";

/** A test build carries the named crash points (lib/crash-point.ts); a production build has them compiled away. */
const testBuild = process.env.TEST_BUILD === "1";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR ?? (testBuild ? ".next-test" : ".next"),
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // Types are checked by `npm run verify`, for tests and scripts too; once is enough.
  typescript: { ignoreBuildErrors: true },
  compiler: { define: { __CRASH_POINTS__: testBuild } },
  serverExternalPackages: ["pino", "postgres", "@react-pdf/renderer"],
  outputFileTracingIncludes: {
    "/**": [
      "./lib/agreement/fonts/*",
      "./drizzle/migrations/**",
      "./docs/guides/*.md",
      "./examples/receivers/*.ts",
    ],
  },
};

export default config;
