# docker build -t anteroom . && docker run -d --name anteroom -e ANTEROOM_DISCORD_TOKEN -v anteroom:/data anteroom
ARG BUILD_IMAGE=rust:1.95-slim-bookworm
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
# SQLite is compiled in and wants a C compiler.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY .cargo .cargo
COPY Cargo.toml Cargo.lock ./
COPY crates/anteroom-board/Cargo.toml crates/anteroom-board/
COPY crates/anteroom-games/Cargo.toml crates/anteroom-games/
COPY crates/anteroom-matches/Cargo.toml crates/anteroom-matches/
COPY crates/anteroom-render/Cargo.toml crates/anteroom-render/
COPY crates/anteroom-search/Cargo.toml crates/anteroom-search/
COPY crates/loopback-discord/Cargo.toml crates/loopback-discord/
COPY benches/parts/Cargo.toml benches/parts/
# The dependencies are a layer of their own, built for empty crates: it stays when only our code changes. Cargo wants every
# declared target to be there.
RUN for folder in . crates/* benches/parts; do \
        for file in $(sed -n 's/^path = "\(.*\.rs\)"$/\1/p' $folder/Cargo.toml); do \
            mkdir -p $(dirname $folder/$file) && echo 'fn main() {}' > $folder/$file; \
        done; \
    done \
    && for crate in crates/*; do mkdir -p $crate/src && touch $crate/src/lib.rs; done \
    && cargo build --release --locked --bin anteroom
COPY src src
COPY crates crates
COPY assets assets
COPY migrations migrations
COPY benches benches
COPY NOTICE.md ./
# The files may be older than the empty ones.
RUN find src crates -name '*.rs' -exec touch {} + && cargo build --release --locked --bin anteroom

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
