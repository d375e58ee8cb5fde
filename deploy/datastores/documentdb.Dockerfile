# Database for clusters that cannot pull the official MongoDB image: PostgreSQL with DocumentDB behind FerretDB, from Debian packages.
#   npm run images -- documentdb
# The chart runs it with `-f deploy/helm/forgemesh/values-debian.yaml`.

ARG DEBIAN_IMAGE=docker.io/library/debian:forky-slim@sha256:91b0aaebf7a1ccacfe7a9cbff6ab2d6be7d9b3b6cf1dfcf44b25f9095c0e0464

FROM ${DEBIAN_IMAGE} AS ferretdb
RUN apt-get update && apt-get install -y --no-install-recommends golang-go ca-certificates
ENV GOBIN=/build CGO_ENABLED=0 GOTOOLCHAIN=local
RUN go install -ldflags '-s -w' github.com/FerretDB/FerretDB/v2/cmd/ferretdb@v2.7.0

FROM ${DEBIAN_IMAGE}
LABEL org.opencontainers.image.title="forgemesh documentdb" \
      org.opencontainers.image.description="PostgreSQL with DocumentDB behind FerretDB, for trials of Forgemesh"
# The package uses an existing user; the chart and the owner of the volume depend on its id.
RUN groupadd --system --gid 999 postgres \
 && useradd --system --uid 999 --gid 999 --home-dir /var/lib/postgresql --shell /bin/bash postgres \
 && apt-get update && apt-get install -y --no-install-recommends postgresql-18-documentdb \
 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/18
COPY --from=ferretdb /build/ferretdb /usr/local/bin/ferretdb
COPY scripts/datastores/documentdb-supervisor.sh scripts/datastores/documentdb.conf deploy/datastores/documentdb.sh /usr/local/lib/forgemesh/
USER 999:999
ENV LANG=C.UTF-8 TZ=UTC
VOLUME /data/db
EXPOSE 27017
ENTRYPOINT ["/bin/bash", "/usr/local/lib/forgemesh/documentdb.sh"]
