#!/bin/sh
# Makes the secrets that docker-compose.yml mounts, in a directory that only its owner can enter. What is there stays:
# the master key must never change, and the databases keep the passwords that they began with.
set -eu
directory="${1:-$(dirname "$0")/secrets}"
umask 077
mkdir -p "$directory"

keep() {
  [ -s "$directory/$1" ] || printf '%s\n' "$2" >"$directory/$1"
  # Containers read them as users of their own; the directory keeps everybody else out.
  chmod 444 "$directory/$1"
}
kept() { cat "$directory/$1"; }

keep master_key "$(openssl rand -base64 32)"
keep operator_token "$(openssl rand -hex 24)"
keep postgres_password "$(openssl rand -hex 24)"
keep database_url "postgres://visita:$(kept postgres_password)@postgres:5432/visita"
keep redis_password "$(openssl rand -hex 24)"
keep redis_url "redis://:$(kept redis_password)@redis:6379"
keep nats_authorization "token: $(openssl rand -hex 24 | sed 's/^/t/')"
keep nats_url "nats://$(kept nats_authorization | sed 's/^token: //')@nats:4222"
