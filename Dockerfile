# Candor in one small image: the web app and the binary are built in separate stages, and only the static binary runs, as an
# unprivileged user.

FROM node:22-bookworm-slim AS web
WORKDIR /src/webapp
COPY webapp/package.json webapp/package-lock.json webapp/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY webapp/ ./
RUN npm run build

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /src/webapp/dist/site webapp/dist/site
COPY --from=web /src/webapp/build webapp/build
COPY --from=web /src/webapp/node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb httpapi/geoip/db/country.mmdb
RUN cp httpapi/geoip/builtin.go.txt httpapi/geoip/builtin.go
RUN mkdir -p webapp/dist/server && go run ./httpapi/render/compile < webapp/build/render.js > webapp/dist/server/render.bin
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o /candor ./cmd/candor && mkdir /data /keys

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /candor /candor
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build --chown=65532:65532 /keys /keys
# It listens on all addresses, so it needs the site's public address: CANDOR_SITE_URL.
ENV CANDOR_ADDR=0.0.0.0:8080 CANDOR_DATA=/data
EXPOSE 8080
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["/candor", "health"]
ENTRYPOINT ["/candor"]
CMD ["serve"]
