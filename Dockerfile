# The service in an image; docs/guides/deploy-container.md tells how to build and run it. No stage needs a secret, and
# nothing but the npm registry.
# Written out, as Dependabot reads no arguments.
FROM node:24.21.0-bookworm-slim AS base

FROM base AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# Packages are installed again only when these files change: npm links each folder of packages.
COPY package.json package-lock.json ./
COPY packages ./packages
# No package's own script runs; the build applies the patches.
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM base
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
# Root's, so that the service can change nothing of itself.
COPY --from=build /app/.next/standalone ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "server/healthcheck.mjs"]
# Node is the main process: it gets the signal to stop, and finishes what is under way.
CMD ["node", "server/start.mjs"]
