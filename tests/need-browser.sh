#!/bin/sh
# The browser tests drive Debian's Chromium. Install it where we may; elsewhere say how.
command -v chromium >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing chromium for the browser tests"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk >/dev/null && exit 0
fi
echo "The browser tests need Chromium. Install it with:  sudo apt-get install chromium fonts-noto-cjk" >&2
exit 1
