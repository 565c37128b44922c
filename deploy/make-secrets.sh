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

# A key for each purpose (platform/src/secrets/ring-text.ts), so that each service is given only those that it needs
# (platform/src/vault/service-purposes.ts).
part() { grep -E "^[0-9]+\.($1):" "$directory/master_key" || true; }
keep master_key "$(for purpose in signing tokens hashing wrapping sealing calendar; do
  printf '1.%s:%s\n' "$purpose" "$(random 32 | base64)"
done)"
if [ -n "$(part signing)" ]; then
  keep query_service_keys "$(part 'signing|tokens|wrapping')"
  keep projector_keys "$(part wrapping)"
  keep notifier_keys "$(part 'signing|tokens|wrapping|calendar')"
  keep operator_keys "$(part 'signing|tokens|hashing|wrapping')"
else
  # A root key of an earlier release, from which all others follow: \`ops keys <service>\` prints what a service needs.
  for service in query_service projector notifier operator; do keep "${service}_keys" "$(kept master_key)"; done
fi
keep operator_token "$(hex)"
keep postgres_password "$(hex)"
keep database_url "postgres://visita:$(kept postgres_password)@postgres:5432/visita"
keep redis_password "$(hex)"
keep redis_url "redis://:$(kept redis_password)@redis:6379"
keep nats_authorization "token: t$(hex)"
keep nats_url "nats://$(kept nats_authorization | sed 's/^token: //')@nats:4222"
