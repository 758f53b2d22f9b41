#!/bin/sh
# The gate needs Debian's Chromium for the browser tests, node and npm for the page's scripts, shellcheck and strace.
# Installs what is missing where we may; elsewhere says how.
set --
command -v chromium >/dev/null 2>&1 || set -- "$@" chromium fonts-noto-cjk
command -v node >/dev/null 2>&1 || set -- "$@" nodejs
command -v npm >/dev/null 2>&1 || set -- "$@" npm
command -v shellcheck >/dev/null 2>&1 || set -- "$@" shellcheck
# Shows what a process asks the network and writes: tests that nothing is sent.
command -v strace >/dev/null 2>&1 || set -- "$@" strace
# Tests of the hall on PostgreSQL skip where there is no server.
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || set -- "$@" postgresql
# The same Chromium without windows takes less time for the browser tests, but they need it not.
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && [ ! -x /usr/bin/chromium-headless-shell ]; then
    echo "trying to install for the gate: chromium-headless-shell"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        chromium-headless-shell; } >/dev/null 2>&1 || echo "it cannot be had here; Chromium will do"
fi
[ $# = 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing for the gate: $*"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null && exit 0
fi
echo "The gate needs more than is here. Install it with:  sudo apt-get install $*" >&2
exit 1
