#!/usr/bin/env bash
# Runs install.sh in a clean Debian: sudo deploy/check-root.sh [SUITE [ARCH [FOLDER]]]. The defaults are bookworm, this
# machine's architecture, and a folder under /var/tmp, which is used again when it is there. It needs debootstrap and a
# network; for another architecture also qemu-user-static. It is slow, so it is not part of the gate.
#
# What it proves: every package and wheel is there and they fit together. The page starts as its own user and answers. The
# scanner and the camera daemon (unit «feeder») start at their sockets, the daemon with the tests' stand-in for a camera. A
# second run changes nothing. Upgrade, rollback and removal work on a real file system. What it cannot prove: there is no
# systemd (a loop stands in for it, with the unit's own command, user and environment), no camera, no Wi-Fi, no board.
set -euo pipefail

suite="${1:-bookworm}"
arch="${2:-$(dpkg --print-architecture)}"
tree="${3:-/var/tmp/fudayomi-$suite-$arch}"
repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
port="$(python3 -c 'import socket; probe = socket.socket(); probe.bind(("", 0)); print(probe.getsockname()[1])')"

say() { printf '\n== %s\n' "$*"; }
inside() {
	chroot "$tree" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
		DEBIAN_FRONTEND=noninteractive SYSTEMD_OFFLINE=1 FUDAYOMI_ANY_MACHINE=1 FUDAYOMI_TRIES="${tries:-300}" "$@"
}
[[ "$(id -u)" == 0 ]] || { echo "run it with sudo" >&2 && exit 1; }

say "a clean $suite for $arch in $tree"
umount --lazy "$tree/proc" "$tree/dev" 2>/dev/null || true # left by a run that was killed
if [[ ! -e "$tree/etc/debian_version" || -d "$tree/debootstrap" ]]; then # an interrupted debootstrap leaves its folder
	rm -rf --one-file-system "$tree"
	debootstrap --arch="$arch" --variant=minbase --include=python3,ca-certificates,adduser,systemd \
		"$suite" "$tree" http://deb.debian.org/debian
fi
cp /etc/resolv.conf "$tree/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/ca-certificates.crt" # with a proxy's own certificate, if there is one
rm -rf "$tree/usr/local/src/fudayomi"
mkdir -p "$tree/usr/local/src/fudayomi" "$tree/proc" "$tree/dev"
tar -C "$repository" --exclude=.git --exclude=.venv --exclude=node_modules --exclude=__pycache__ --exclude='.*_cache' -cf - . |
	tar -C "$tree/usr/local/src/fudayomi" --no-same-owner -xf -
# No service of an installed package may start here.
printf '#!/bin/sh\nexit 101\n' >"$tree/usr/sbin/policy-rc.d"
chmod +x "$tree/usr/sbin/policy-rc.d"

services=""
finish() {
	rm -f "$tree/keep-running"
	[[ -z "$services" ]] || wait "$services" || true
	umount "$tree/proc" "$tree/dev" 2>/dev/null || true
}
trap finish EXIT
mount -t proc proc "$tree/proc"
mount --bind /dev "$tree/dev"

# Stands in for systemd: runs the unit's command as its user, again whenever it ends, until the version changes.
cat >"$tree/services" <<'END'
#!/bin/bash
current=/opt/fudayomi/current
units=/etc/systemd/system
while [[ -e /keep-running ]]; do
	if [[ -x /opt/fudayomi/guard && -x "$current/bin/fudayomi" && -e /etc/fudayomi/options ]]; then # install.sh writes the guard last
		version="$(readlink "$current")"
		words="$(sed -n 's/^FUDAYOMI_OPTIONS=//p' /etc/fudayomi/options)"
		/opt/fudayomi/guard before
		rm -rf /run/fudayomi
		install -d -o fudayomi -g fudayomi /run/fudayomi
		# shellcheck disable=SC2046
		setpriv --reuid=fudayomi --regid=fudayomi --clear-groups systemd-socket-activate --accept --inetd \
			--listen=/run/fudayomi/eyes $(sed -n 's/^Environment=/-E/p' "$units/fudayomi-eyes@.service" | sed 's/ / -E/g') \
			"$current/bin/python" -P -m scanner.worker --linked >>/var/log/fudayomi.log 2>&1 &
		eyes=$!
		# shellcheck disable=SC2046
		setpriv --reuid=fudayomi --regid=fudayomi --clear-groups systemd-socket-activate --accept --inetd \
			--listen=/run/fudayomi/feeder $(sed -n 's/^ExecStart=//p' "$units/fudayomi-feeder@.service") >>/var/log/fudayomi.log 2>&1 &
		feeder=$!
		# shellcheck disable=SC2086
		FUDAYOMI_DATA=/var/lib/fudayomi PYTHONDONTWRITEBYTECODE=1 FUDAYOMI_EYES=/run/fudayomi/eyes \
			setpriv --reuid=fudayomi --regid=fudayomi --clear-groups "$current/bin/fudayomi" serve --no-qr $words \
			>>/var/log/fudayomi.log 2>&1 &
		page=$!
		while [[ -e /keep-running && "$version" == "$(readlink "$current")" ]] && kill -0 $page 2>/dev/null; do sleep 0.5; done
		kill "$page" "$eyes" "$feeder" 2>/dev/null
		wait
	fi
	sleep 0.5
done
END
chmod +x "$tree/services"
touch "$tree/keep-running"
rm -f "$tree/etc/fudayomi/options"
[[ ! -e "$tree/opt/fudayomi" ]] || inside /usr/local/src/fudayomi/deploy/install.sh --purge # left by an earlier run
mkdir -p "$tree/etc/fudayomi"
echo "FUDAYOMI_OPTIONS=--port $port" >"$tree/etc/fudayomi/options"
inside /services &
services=$!

here=/usr/local/src/fudayomi
say "install"
inside apt-get update -qq
time inside "$here/deploy/install.sh"
inside du -sm /opt/fudayomi/versions

say "what there is now"
inside systemctl is-enabled fudayomi.service fudayomi-eyes.socket fudayomi-feeder.socket fudayomi-backup.timer
inside systemd-analyze verify fudayomi.service fudayomi-eyes.socket fudayomi-eyes@1.service fudayomi-feeder.socket \
	fudayomi-feeder@1.service fudayomi-backup.timer
for unit in fudayomi.service fudayomi-eyes@.service fudayomi-feeder@.service fudayomi-backup.service; do
	inside systemd-analyze security --offline=yes --no-pager "/etc/systemd/system/$unit" | tail -1
done
inside python3 -c '
import json, sys, time, urllib.request as u
for _ in range(int(sys.argv[2])):
    state = json.load(u.urlopen(f"http://127.0.0.1:{sys.argv[1]}/health"))["scanner"]
    if state == "up": sys.exit(print("the scanner, started at the socket, is up"))
    time.sleep(1)
sys.exit("the scanner does not come up")' "$port" "${tries:-300}"
camera() { # WORDS: waits until the health of the Pi's camera contains them; prints it and the shape of a picture
	inside runuser -u fudayomi -- env FUDAYOMI_FEEDER=/run/fudayomi/feeder /opt/fudayomi/current/bin/python -P -c '
import contextlib, sys, time
from scanner.sources.picamera import PiCameraSource
with contextlib.closing(PiCameraSource("50")) as source:
    source.start()
    until = time.monotonic() + 300
    while sys.argv[1] not in source.health().message.en and time.monotonic() < until:
        time.sleep(0.5)
    frame = source.read(10) if source.health().ok else None
    print(source.health().message.en, frame is not None and frame.shape)' "$1"
}
if inside python3 -c 'import picamera2' 2>/dev/null; then
	echo "skipped: the feeder without picamera2, and with a stand-in for it: the real one is installed here"
else
	camera 'not installed' | grep 'not installed.* False'
	inside apt-get install -qq --yes --no-install-recommends python3-numpy >/dev/null # picamera2 would have brought it
	standin="$(inside python3 -c 'import site; print(site.getsitepackages()[0])')/picamera2.py"
	cp "$repository/tests/support/fake_picamera/picamera2.py" "$tree$standin"
	camera 'coming in' | grep 'coming in.* (1296, 2304, 3)'
	rm "$tree$standin"
fi
inside stat -c '%U %a %n' /var/lib/fudayomi /var/lib/fudayomi/ledger.db
inside fudayomi pin --reset | grep -E '[0-9]{6}$'
inside fudayomi join | grep -v '█'
inside fudayomi doctor || true # it reports that there is no Wi-Fi and no camera
if inside /opt/fudayomi/current/bin/python -c 'import sklearn' 2>/dev/null; then echo "scikit-learn is there" >&2 && exit 1; fi
inside /opt/fudayomi/current/bin/python -c 'import scanner.training.enrolment.worker' # learning a deck needs none of it
inside fudayomi cards --sheet /var/lib/fudayomi/sheet.png

say "the same again changes nothing"
before="$(inside readlink /opt/fudayomi/current)"
time inside "$here/deploy/install.sh" --hotspot
[[ "$before" == "$(inside readlink /opt/fudayomi/current)" ]]
inside stat -c '%U %a %n' /etc/NetworkManager/system-connections/fudayomi-hotspot.nmconnection /var/lib/fudayomi/wifi
inside fudayomi join | sed -n 1,2p # sed reads to the end, because a closed pipe would count as a failure

say "an upgrade, and the way back"
echo "# newer" >>"$tree$here/scorer/__init__.py"
inside "$here/deploy/install.sh"
[[ "$before" != "$(inside readlink /opt/fudayomi/current)" ]]
inside "$here/deploy/install.sh" --rollback
[[ "$before" == "$(inside readlink /opt/fudayomi/current)" ]]

say "a version that cannot start goes back by itself"
echo "raise SystemExit('broken on purpose')" >>"$tree$here/web/cli/__init__.py"
if tries=40 inside "$here/deploy/install.sh"; then echo "a broken version was called running" >&2 && exit 1; fi
[[ "$before" == "$(inside readlink /opt/fudayomi/current)" ]]

say "copy, drill"
backup=(runuser -u fudayomi -- python3 -I /opt/fudayomi/current/deploy/backup.py)
inside "${backup[@]}" copy /var/lib/fudayomi
inside "${backup[@]}" drill /var/lib/fudayomi

say "the sample for cloud-init"
[[ -x "$tree/usr/bin/cloud-init" ]] || inside apt-get install -qq --yes --no-install-recommends cloud-init >/dev/null
inside cloud-init schema --config-file "$here/deploy/user-data.sample"

say "removal"
inside "$here/deploy/install.sh" --uninstall
[[ -e "$tree/var/lib/fudayomi/ledger.db" && ! -e "$tree/opt/fudayomi" ]]
inside "$here/deploy/install.sh" --purge
[[ ! -e "$tree/var/lib/fudayomi" ]]
say "all of it works in a clean $suite for $arch"
