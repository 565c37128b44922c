#!/bin/sh
# Runs matrix.sh, with its arguments, in a bare Debian 12 without Node, PostgreSQL or a postgres user. Needs root,
# debootstrap and unshare; this machine's Node and npm fetch the others. BARE names a directory that keeps the Debian for
# the next run.
set -eu
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
kept=${BARE:-}
bare=${kept:-$(mktemp -d /tmp/visita-bare-XXXXXX)}
leave() { [ -n "$kept" ] || rm -rf --one-file-system "$bare"; }
trap leave EXIT
trap 'exit 130' INT TERM

[ -d "$bare/etc" ] || debootstrap --variant=minbase --include=ca-certificates,curl,git,libatomic1,procps bookworm "$bare" >/dev/null
# This machine's access to the registries.
for file in /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt; do cp -L "$file" "$bare$file"; done
[ ! -f ~/.npmrc ] || cp ~/.npmrc "$bare/root/.npmrc"

tools=$bare/opt/tools
rm -rf "$tools" "$bare/opt/visita"
mkdir -p "$tools/bin" "$tools/lib"
cp -L "$(command -v node)" "$tools/bin/node"
npm_of_here=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
cp -a "$npm_of_here" "$tools/lib/npm"
ln -s ../lib/npm/bin/npm-cli.js "$tools/bin/npm"
git clone -q --no-hardlinks "$source" "$bare/opt/visita"

# Namespaces for mounts and processes, which end with the command.
export bare
unshare --mount --pid --fork --kill-child sh -c '
  mount --bind "$bare" "$bare" && mount -t proc proc "$bare/proc" && mount --rbind /dev "$bare/dev"
  exec chroot "$bare" env -i HOME=/root PATH=/opt/tools/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt /opt/visita/tests/install/matrix.sh "$@"' sh "$@"
