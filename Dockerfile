# The sidecar, and a server in front of it. The sidecar reads a publication mounted at /publication, or from ARTIFACT_ORIGIN.
# test/contract/container.test.ts interprets this file and supports these instructions: FROM, WORKDIR, COPY, RUN, ENV,
# USER, EXPOSE, VOLUME, HEALTHCHECK and CMD.

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY model ./model
COPY runtime ./runtime
RUN mkdir .cache && chown node:node .cache
# Node keeps compiled code for each user. With it a start takes half as long.
USER 1000:1000
ENV NODE_COMPILE_CACHE=/app/.cache/code NODE_COMPILE_CACHE_PORTABLE=1
RUN node --import ./runtime/mcp.ts --import ./runtime/websub.ts --import ./runtime/hub/store/postgres.ts --import ajv/dist/2020.js runtime/main.ts --help && chmod -R a+rX .cache

# The server in front of the sidecars, which compose.yaml starts: Debian's Caddy, the one that the tests run.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS proxy
RUN apt-get update && apt-get install --yes --no-install-recommends caddy && rm -rf /var/lib/apt/lists/*
RUN mkdir -p /data && chown node:node /data
ENV HOME=/data XDG_DATA_HOME=/data XDG_CONFIG_HOME=/data
USER 1000:1000
EXPOSE 80 443
VOLUME /data
CMD ["caddy", "run", "--config", "/publication/Caddyfile", "--adapter", "caddyfile"]

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS sidecar
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY model ./model
COPY runtime ./runtime
# It belongs to root, so that the sidecar cannot change it, though Node reads it only with the permission to write it.
COPY --from=packages /app/.cache ./.cache
RUN mkdir -p /data /publication && chown node:node /data
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.cache/code NODE_COMPILE_CACHE_PORTABLE=1 HOST=0.0.0.0 PORT=3000 DIST_DIR=/publication/dist HUB_DATABASE=/data/hub.sqlite
# The image's user "node". Numeric, because Kubernetes' runAsNonRoot cannot resolve a user name.
USER 1000:1000
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--permission", "--allow-fs-read=/app/", "--allow-fs-read=/publication/", "--allow-fs-read=/data/", "--allow-fs-write=/data/", "--allow-fs-write=/app/.cache/", "runtime/main.ts"]
