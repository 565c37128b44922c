#!/bin/sh
# Makes the secrets that docker-compose.yml mounts, in a directory that only its owner can enter. What is there stays:
# the master key must never change, and the databases keep the passwords that they began with.
set -eu
directory="${1:-$(dirname "$0")/secrets}"
umask 077
mkdir -p "$directory"
chmod 700 "$directory"

keep() {
  [ -s "$directory/$1" ] || printf '%s\n' "$2" >"$directory/$1"
  # Containers read them as users of their own; the directory keeps everybody else out.
  chmod 444 "$directory/$1"
}
random() { head -c "$1" /dev/urandom; }
hex() { random 24 | od -An -v -tx1 | tr -d ' \n'; }
kept() { cat "$directory/$1"; }

keep master_key "$(random 32 | base64)"
keep operator_token "$(hex)"
keep postgres_password "$(hex)"
keep database_url "postgres://visita:$(kept postgres_password)@postgres:5432/visita"
keep redis_password "$(hex)"
keep redis_url "redis://:$(kept redis_password)@redis:6379"
keep nats_authorization "token: t$(hex)"
keep nats_url "nats://$(kept nats_authorization | sed 's/^token: //')@nats:4222"
