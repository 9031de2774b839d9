#!/bin/sh
# Installs what the build and the tests need, as far as it is missing. As root
# on Debian that includes Chromium, PostgreSQL's programs (without creating or
# changing a database cluster), systemd-analyze, and Patroni, etcd and HAProxy for
# tools/cluster (without starting a service). Elsewhere it prints which command is
# missing.
set -eu
cd "$(dirname "$0")/.."

need() { # need PROGRAM VERSION-COMMAND
  command -v "$1" >/dev/null 2>&1 || { echo "setup: $1 is missing: install $2" >&2; exit 1; }
}
need go 'Go 1.26 or later'
need node 'Node 20.20 or later'
need npm 'npm'
need git 'git'

# install_packages PACKAGE… installs packages, and starts none of their services. The file that
# forbids it ends with the set-up, however that ends; one of a set-up that was killed is
# replaced.
install_packages() (
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ] || grep -q 'set-up of Holidaymaker' $policy; then
    trap 'rm -f $policy' EXIT
    trap 'exit 130' HUP INT TERM
    printf '#!/bin/sh\n# Until the set-up of Holidaymaker ends.\nexit 101\n' >$policy
    chmod +x $policy
  fi
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
)

if [ "${1:-}" != build ]; then
  postgres=$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -1 || true)
  command -v initdb >/dev/null 2>&1 && postgres=initdb
  missing=
  for program in chromium chromium-headless-shell; do
    command -v $program >/dev/null 2>&1 || missing="$missing $program"
  done
  [ -n "$postgres" ] || missing="$missing postgresql"
  command -v systemd-analyze >/dev/null 2>&1 || missing="$missing systemd"
  [ -x /usr/bin/patroni ] || missing="$missing patroni python3-etcd"
  [ -x /usr/bin/etcd ] || missing="$missing etcd-server"
  [ -x /usr/sbin/haproxy ] || missing="$missing haproxy"
  command -v ip >/dev/null 2>&1 || missing="$missing iproute2"
  if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
      mkdir -p /etc/postgresql-common
      [ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
      install_packages $missing ||
        echo "setup: tests that need them are skipped, because these could not be installed:$missing" >&2
    else
      echo "setup: tests that need them are skipped; to run them: sudo apt-get install$missing" >&2
    fi
  fi
  # promtool checks the alerts. Debian has it in the package of the whole server (19 MB),
  # out of which it is taken, so that nothing is installed or started.
  unpack_promtool() { # into the folder where it is called
    { apt-get download -qq prometheus || { apt-get update -qq && apt-get download -qq prometheus; }; } &&
      dpkg-deb --fsys-tarfile prometheus_*.deb | tar -xO ./usr/bin/promtool >promtool && chmod +x promtool && ./promtool --version
  }
  if [ ! -x bin/tools/promtool ]; then
    mkdir -p bin/tools
    unpacked=$(mktemp -d)
    if (cd "$unpacked" && { cp "$(command -v promtool)" . || unpack_promtool; }) >/dev/null 2>&1; then
      mv "$unpacked/promtool" bin/tools/promtool
    else
      echo "setup: the alerts are not checked; to check them, install promtool (of Prometheus)" >&2
    fi
    rm -r "$unpacked"
  fi
  # tool PATH VERSION installs a Go program into bin/tools, unless it has that
  # version.
  tool() {
    go version -m "bin/tools/${1##*/}" 2>/dev/null | grep -q "[[:space:]]v$2[[:space:]]" && return
    echo "setup: building ${1##*/} $2 (once)"
    GOBIN="$PWD/bin/tools" go install "$1@v$2"
  }
  version() { sed -n "s/^$1 *:*= *//p" Makefile; }
  tool github.com/golangci/golangci-lint/v2/cmd/golangci-lint "$(version GOLANGCI_VERSION)"
  tool golang.org/x/tools/cmd/deadcode "$(version DEADCODE_VERSION)"
fi

# Install the front end's packages when the lock file has changed.
if ! cmp -s web/package-lock.json web/node_modules/.installed-lock.json; then
  (cd web && npm ci --no-audit --no-fund --loglevel=error)
  cp web/package-lock.json web/node_modules/.installed-lock.json
fi
