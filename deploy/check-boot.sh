#!/usr/bin/env bash
# Boots the Debian that check-root.sh made, with its own systemd, and installs Fudayomi in it: sudo deploy/check-boot.sh
# [SUITE [FOLDER [OLDER]]]. It is a container of namespaces: it needs root, unshare and cgroups of the second version. It is
# slow, so it is not part of the gate. OLDER: the sources of an older version. That one is installed first, upgraded, rolled
# back to, and upgraded again.
#
# What it proves under a running systemd: install.sh works, the page notifies systemd and its watchdog works, the scanner and
# the camera daemon (unit «feeder») start at their sockets and are confined by their units, and what is killed or hangs comes
# back. What it cannot prove: a camera, a board.
set -euo pipefail

suite="${1:-bookworm}"
tree="${2:-/var/tmp/fudayomi-$suite-$(dpkg --print-architecture)}"
older="${3:-}"
repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
port="$(python3 -c 'import socket; probe = socket.socket(); probe.bind(("", 0)); print(probe.getsockname()[1])')"

say() { printf '\n== %s\n' "$*"; }
[[ "$(id -u)" == 0 ]] || { echo "run it with sudo" >&2 && exit 1; }
[[ -e "$tree/etc/debian_version" ]] || { echo "first: deploy/check-root.sh $suite" >&2 && exit 1; }

here=/usr/local/src/fudayomi
before=/usr/local/src/fudayomi-before
sources() { # FROM TO
	rm -rf "${tree:?}$2"
	mkdir -p "$tree$2"
	tar -C "$1" --exclude=.git --exclude=.venv --exclude=node_modules --exclude=__pycache__ --exclude='.*_cache' -cf - . |
		tar -C "$tree$2" --no-same-owner -xf -
}
sources "$repository" "$here"
[[ -z "$older" ]] || sources "$older" "$before"
# The container shares this machine's network, so nothing is announced there and no other service starts.
printf '#!/bin/sh\nexit 101\n' >"$tree/usr/sbin/policy-rc.d"
chmod +x "$tree/usr/sbin/policy-rc.d"
ln -sf /dev/null "$tree/etc/systemd/system/avahi-daemon.service"
ln -sf /dev/null "$tree/etc/systemd/system/avahi-daemon.socket"
mkdir -p "$tree/etc/fudayomi" "$tree/etc/cloud"
touch "$tree/etc/cloud/cloud-init.disabled"
echo "FUDAYOMI_OPTIONS=--port $port --source picamera:50" >"$tree/etc/fudayomi/options"
: >"$tree/etc/machine-id"

groups="$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/fudayomi-boot"
mkdir -p "$groups"
cat >"$tree/boot-systemd" <<'END'
#!/bin/bash
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for device in null zero full random urandom tty; do
	touch "dev/$device"
	mount --bind "/dev/$device" "dev/$device"
done
pivot_root . .
umount -l .
cd /
exec env -i container=fudayomi PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
	/lib/systemd/systemd --unit=multi-user.target --show-status=no
END
(
	echo "$BASHPID" >"$groups/cgroup.procs"
	exec unshare --mount --pid --fork --uts --ipc --cgroup bash "$tree/boot-systemd" "$tree"
) &
outer=$!
finish() {
	[[ -z "${init:-}" ]] || kill -KILL "$init" 2>/dev/null || true
	wait "$outer" 2>/dev/null || true
	find "$groups" -depth -type d -exec rmdir {} + 2>/dev/null || true
	rm -f "$tree/boot-systemd"
}
trap finish EXIT
sleep 2
init="$(cat "/proc/$outer/task/$outer/children")"
init="${init%% *}"
inside() {
	nsenter --target "$init" --mount --pid --uts --ipc --cgroup -- /usr/bin/env -i DEBIAN_FRONTEND=noninteractive \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 FUDAYOMI_ANY_MACHINE=1 \
		FUDAYOMI_TRIES="${tries:-300}" "$@"
}
until_true() { # SECONDS COMMAND…
	local until=$((SECONDS + $1))
	shift
	until "$@"; do
		((SECONDS < until)) || { echo "not within time: $*" >&2 && return 1; }
		sleep 0.5
	done
}

say "$suite boots"
until_true 60 inside test -S /run/systemd/private
until_true 120 inside bash -c 'systemctl is-system-running | grep -E "running|degraded"'

running() { inside systemctl list-units --plain --no-legend --state=running "$1" | cut -d' ' -f1; }
main_of() { inside systemctl show --property MainPID --value "$1"; }
health() { inside python3 -c '
import json, sys, urllib.request as u
port, wanted = sys.argv[1:]
says = json.load(u.urlopen(f"http://127.0.0.1:{port}/api/session", timeout=3))["says"]
print("the banner:", says and says["en"])
sys.exit(wanted not in str(says and says["en"]))' "$port" "$1" 2>/dev/null; }
another() { # PATTERN UNIT: whether exactly one unit of the pattern runs, and it is not UNIT
	local now
	now="$(running "$1")"
	[[ -n "$now" && "$now" != "$2" && "$now" != *$'\n'* ]] && echo "now $now"
}

say "install, with a stand-in for the camera's software"
inside apt-get install -qq --yes --no-install-recommends python3-numpy >/dev/null
standin="$tree$(inside python3 -c 'import site; print(site.getsitepackages()[0])')/picamera2.py"
cp "$repository/tests/support/fake_picamera/picamera2.py" "$standin"
if [[ -n "$older" ]]; then
	inside "$before/deploy/install.sh"
	until_true 120 health None
	for way in "" --rollback; do
		say "upgraded $way"
		# shellcheck disable=SC2086
		inside "$here/deploy/install.sh" $way
		until_true 120 health None
		inside systemctl list-units --plain --no-legend 'fudayomi*'
	done
	say "upgraded again"
fi
time inside "$here/deploy/install.sh"
inside systemctl show fudayomi --property ActiveState,Type,StatusText,WatchdogUSec
inside systemctl is-active fudayomi.service fudayomi-eyes.socket fudayomi-feeder.socket fudayomi-backup.timer
time until_true 120 health None
inside systemctl list-units --plain --no-legend 'fudayomi*'

say "walls"
feeder="$(running 'fudayomi-feeder@*')"
scanner="$(running 'fudayomi-eyes@*')"
if inside nsenter --target "$(main_of "$feeder")" --mount setpriv --reuid=fudayomi --clear-groups ls /var/lib/fudayomi 2>&1; then
	echo "the feeder sees the ledger's folder" >&2 && exit 1
fi
seen="$(inside nsenter --target "$(main_of "$scanner")" --mount ls /var/lib/fudayomi)"
[[ "$seen" == decks ]] || { echo "the scanner sees more of the state than decks: $seen" >&2 && exit 1; }
inside nsenter --target "$(main_of "$scanner")" --mount setpriv --reuid=fudayomi --clear-groups touch /var/lib/fudayomi/decks/here
inside stat -c '%U %a %n' /var/lib/fudayomi/decks /var/lib/fudayomi/decks/here
inside nsenter --target "$(main_of "$scanner")" --net python3 -c 'import socket; print("networks of the scanner:", socket.if_nameindex())'
for unit in fudayomi.service "$scanner" "$feeder"; do
	inside grep -E '^(NoNewPrivs|Seccomp|CapEff)' "/proc/$(main_of "$unit")/status" | xargs echo "$unit"
done

say "the feeder is killed; stopped; the scanner is killed; stopped"
for signal in KILL STOP; do
	was="$(running 'fudayomi-feeder@*')"
	inside systemctl kill --signal "$signal" "$was"
	time until_true 60 another 'fudayomi-feeder@*' "$was"
	until_true 60 health None
done
for signal in KILL STOP; do
	was="$(running 'fudayomi-eyes@*')"
	camera="$(running 'fudayomi-feeder@*')"
	inside systemctl kill --signal "$signal" "$was"
	time until_true 60 another 'fudayomi-eyes@*' "$was"
	until_true 60 another 'fudayomi-feeder@*' "$camera"
	until_true 60 health None
done

say "the page is killed; hangs until its watchdog is heard"
for signal in KILL STOP; do
	was="$(main_of fudayomi)"
	inside systemctl kill --signal "$signal" --kill-who main fudayomi
	# shellcheck disable=SC2016
	time until_true 90 inside bash -c 'now=$(systemctl show --property MainPID --value fudayomi); [ "$now" != 0 ] && [ "$now" != '"$was"' ]'
	until_true 60 health None
done
inside journalctl --no-pager --quiet --output cat --unit fudayomi --grep 'atchdog|Scheduled restart' | tail -4

say "stop, start, copy and drill, removal"
time inside systemctl stop fudayomi
[[ -z "$(running 'fudayomi*@*')" ]]
inside systemctl start fudayomi
until_true 60 health None
inside systemctl start fudayomi-backup
inside journalctl --no-pager --quiet --output cat --unit fudayomi-backup | tail -3
if inside journalctl --no-pager --quiet --unit 'fudayomi*' --grep 'not permitted|denied|SECCOMP|Traceback'; then exit 1; fi
inside "$here/deploy/install.sh" --uninstall
[[ -z "$(inside systemctl list-units --plain --no-legend 'fudayomi*')" ]]
rm -f "$standin"
say "all of it works under the systemd of $suite"
