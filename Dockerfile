# docker build -t anteroom . && docker run -d --name anteroom -e ANTEROOM_DISCORD_TOKEN -v anteroom:/data anteroom
ARG BUILD_IMAGE=rust:1.95-slim-bookworm
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
# SQLite is compiled in and wants a C compiler.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY .cargo .cargo
COPY Cargo.toml Cargo.lock ./
COPY src src
COPY crates crates
COPY assets assets
COPY migrations migrations
COPY benches benches
# Cargo wants every declared target to be there, though the image runs no test.
RUN mkdir -p tests/it && echo 'fn main() {}' > tests/it/main.rs
RUN cargo build --release --locked --bin anteroom

FROM ${RUN_IMAGE}
RUN useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin anteroom \
    && install --directory --owner anteroom --group anteroom /data
COPY --from=build /src/target/release/anteroom /usr/local/bin/anteroom
COPY packaging/docker-entrypoint /usr/local/bin/docker-entrypoint
COPY LICENSE-MIT LICENSE-APACHE NOTICE.md assets/fonts-NOTICE.md assets/connect-four-NOTICE.md /usr/share/doc/anteroom/
USER anteroom
WORKDIR /data
VOLUME /data
ENV ANTEROOM_DATABASE_PATH=/data/anteroom.db
# For the health check, which asks the bot inside the container.
ENV ANTEROOM_MONITOR_LISTEN=127.0.0.1:9464
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s --retries=3 CMD ["anteroom", "healthcheck"]
# Each thread would have a heap of its own, which keeps what it has freed.
ENV MALLOC_ARENA_MAX=2
STOPSIGNAL SIGTERM
# A configuration that is refused does not start again and again.
ENTRYPOINT ["docker-entrypoint"]
CMD ["run"]
