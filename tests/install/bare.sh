#!/bin/sh
# Runs matrix.sh, with its arguments, in a bare Debian 12, which has nothing that a developer's machine happens to have:
# no Node, no PostgreSQL, no user of that name. Needs root, debootstrap and unshare; the Node and the npm that it fetches
# the others with are this machine's. BARE names a directory for the Debian, which is then kept for the next time.
set -eu
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
kept=${BARE:-}
bare=${kept:-$(mktemp -d /tmp/visita-bare-XXXXXX)}
leave() { [ -n "$kept" ] || rm -rf --one-file-system "$bare"; }
trap leave EXIT
trap 'exit 130' INT TERM

[ -d "$bare/etc" ] || debootstrap --variant=minbase --include=ca-certificates,curl,git,libatomic1,procps bookworm "$bare" >/dev/null
# How this machine reaches the registries.
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

# Mounts and processes of its own, which end with it.
export bare
unshare --mount --pid --fork --kill-child sh -c '
  mount --bind "$bare" "$bare" && mount -t proc proc "$bare/proc" && mount --rbind /dev "$bare/dev"
  exec chroot "$bare" env -i HOME=/root PATH=/opt/tools/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt /opt/visita/tests/install/matrix.sh "$@"' sh "$@"
