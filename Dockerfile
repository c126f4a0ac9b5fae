# Build with the development packages, then keep what runs.
FROM node:24-bookworm-slim AS build
WORKDIR /quire
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY libs libs
COPY src src
COPY integrations integrations
COPY bin bin
RUN npm run build && node bin/preparing/slim.mjs

FROM node:24-bookworm-slim
# Git repositories over ssh and https are read by Quire itself; only the certificates come from the system.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data \
  && ln --symbolic /quire/bin/quire.mjs /usr/local/bin/quire
ENV NODE_ENV=production QUIRE_DATA_DIR=/data PORT=3000 NODE_COMPILE_CACHE=/data/compile-cache
WORKDIR /quire
COPY --from=build /quire/node_modules node_modules
COPY --from=build /quire/dist/run dist/run
COPY package.json LICENSE* ./
COPY docs docs
# The command line: `docker compose exec quire quire --help`
COPY --chmod=755 bin/quire.mjs bin/prepare.mjs bin/
COPY bin/preparing bin/preparing
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=5 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between: signals reach the server, which ends what it has begun. tini passes them on, and takes
# what is left of processes whose parent has ended: workers of Quire and scripts have such a one each.
ENTRYPOINT ["tini", "--", "node"]
CMD ["dist/run/main.js"]
