# NATS for clusters that cannot pull its official image, from the Debian package.
#   npm run images -- nats
# The chart runs it with `-f deploy/helm/forgemesh/values-debian.yaml`.

ARG DEBIAN_IMAGE=docker.io/library/debian:forky-slim@sha256:91b0aaebf7a1ccacfe7a9cbff6ab2d6be7d9b3b6cf1dfcf44b25f9095c0e0464
FROM ${DEBIAN_IMAGE}
LABEL org.opencontainers.image.title="forgemesh nats" \
      org.opencontainers.image.description="NATS, for trials of Forgemesh"
RUN apt-get update && apt-get install -y --no-install-recommends nats-server && rm -rf /var/lib/apt/lists/*
USER 1000:1000
EXPOSE 4222
ENTRYPOINT ["nats-server"]
