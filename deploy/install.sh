#!/usr/bin/env bash
# Installs, upgrades, rolls back or removes Fudayomi on 64-bit Raspberry Pi OS (Bookworm, Trixie). See deploy/README.md.
set -euo pipefail

root="${FUDAYOMI_ROOT:-}" # tests install into a folder instead of /
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
opt="$root/opt/fudayomi"
data="$root/var/lib/fudayomi"
etc="$root/etc"
options="$etc/fudayomi/options"
starters=(fudayomi.service fudayomi-eyes.socket fudayomi-feeder.socket fudayomi-backup.timer) # the units that are enabled
journal_file="$etc/systemd/journald.conf.d/fudayomi.conf"
hotspot_file="$etc/NetworkManager/system-connections/fudayomi-hotspot.nmconnection"
kept_versions=3

say() { printf '%s\n' "$*"; }
fail() {
	printf 'install.sh: %s\n' "$*" >&2
	exit 1
}

usage() {
	cat <<-'END'
		sudo deploy/install.sh              install, or upgrade to this version
		sudo deploy/install.sh --hotspot    the same, and the table's own Wi-Fi for rooms without one
		sudo deploy/install.sh --rollback   go back to the version before
		sudo deploy/install.sh --uninstall  remove the program; the ledger in /var/lib/fudayomi stays
		sudo deploy/install.sh --purge      remove the program and everything it remembers
	END
}

as_root() {
	[[ -n "$root" || "$(id -u)" == 0 ]] || fail "run it with sudo"
}

suitable() {
	[[ "$(uname -m)" == aarch64 || -n "${FUDAYOMI_ANY_MACHINE:-}" ]] ||
		fail "only 64-bit Raspberry Pi OS is supported (this is $(uname -m)); set FUDAYOMI_ANY_MACHINE=1 to try anyway"
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
		fail "Python 3.11 or newer is needed: Raspberry Pi OS Bookworm or Trixie"
}

# The same sources give the same name, so that installing twice builds once.
version_name() {
	local number digest
	number="$(sed -n 's/^version = "\(.*\)"$/\1/p' "$source_dir/pyproject.toml")"
	digest="$(cd "$source_dir" && find scorer scanner web models deploy pyproject.toml requirements-pi.lock \
		-type f ! -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-12)"
	printf '%s-%s' "$number" "$digest"
}

# The port named in the options. The page, its announcement and the health check share it.
port() {
	local words
	words="$(sed -n 's/^FUDAYOMI_OPTIONS=//p' "$options" 2>/dev/null | tail -n 1 | tr -d "\"'")"
	if [[ " $words" =~ \ --port[=\ ]([0-9]+) ]]; then printf %s "${BASH_REMATCH[1]}"; else printf %s 8000; fi
}

packages() {
	apt-get install --yes --no-install-recommends python3-venv avahi-daemon
	# Only Raspberry Pi OS has this package. Without it everything but the ribbon camera works.
	apt-get install --yes --no-install-recommends python3-picamera2 ||
		say "python3-picamera2 cannot be installed here: no camera on the ribbon cable."
}

user() {
	if ! id fudayomi >/dev/null 2>&1; then
		adduser --system --group --no-create-home --home /var/lib/fudayomi fudayomi
	fi
	adduser fudayomi video
	install -d -m 0700 -o fudayomi -g fudayomi "$data"
}

# Builds a version in its folder. A build that was interrupted is started again.
build() {
	local folder="$opt/versions/$1" work
	if [[ -e "$folder/complete" ]]; then
		say "version $1 is already there"
		return
	fi
	rm -rf "$folder"
	install -d "$folder"
	python3 -m venv "$folder"
	"$folder/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir --require-hashes \
		-r "$source_dir/requirements-pi.lock" # what the program needs to run, not to train or test
	work="$(mktemp -d)" # building writes into the sources, which may be read-only
	cp -R "$source_dir"/{scorer,scanner,web,models,pyproject.toml,README.md,LICENSE} "$work"
	"$folder/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir --no-deps --no-build-isolation "$work"
	rm -rf "$work"
	cp -R "$source_dir/deploy" "$folder/deploy"
	cp -R "$source_dir/scanner/picamera_daemon" "$folder/feeder" # its unit finds it here, whatever the version of Python
	mkdir -p "$folder/web/ledger" "$folder/web/system" # the part of the program that deploy/backup.py needs, for the system's Python
	cp "$source_dir/web/__init__.py" "$folder/web"
	cp "$source_dir"/web/ledger/{__init__,backups}.py "$folder/web/ledger"
	cp "$source_dir"/web/system/{__init__,data_lock}.py "$folder/web/system"
	sync
	touch "$folder/complete"
}

current_version() { [[ -L "$opt/current" ]] && basename "$(readlink "$opt/current")"; }

# Exchanges the link in one step, so at any moment it leads to a whole version.
switch_to() {
	ln -sfn "versions/$1" "$opt/current.new"
	mv -T "$opt/current.new" "$opt/current"
	sync
}

services() {
	local unit
	"$source_dir/deploy/guard.sh" units "$(current_version)"
	install -m 0755 "$opt/current/deploy/guard.sh" "$opt/guard.new"
	mv -f "$opt/guard.new" "$opt/guard"
	install -d -m 0755 "$etc/fudayomi" "$etc/avahi/services" "$(dirname "$journal_file")"
	if [[ ! -e "$options" ]]; then
		printf '%s\n' '# Further words for «fudayomi serve», such as: FUDAYOMI_OPTIONS=--source picamera:50 --port 80' \
			'FUDAYOMI_OPTIONS=' >"$options"
	fi
	sed "s/<port>8000</<port>$(port)</" "$opt/current/deploy/network/avahi.service" >"$etc/avahi/services/fudayomi.service"
	# A card is small and wears out, so the system's journal is kept short.
	printf '%s\n' '[Journal]' 'SystemMaxUse=100M' 'MaxRetentionSec=1month' >"$journal_file"
	# The command runs as the program's own user, so that nothing in the ledger's folder ever belongs to another one.
	install -d "$root/usr/local/bin"
	cat >"$root/usr/local/bin/fudayomi" <<-'END'
		#!/bin/sh
		export FUDAYOMI_DATA="${FUDAYOMI_DATA:-/var/lib/fudayomi}"
		FUDAYOMI_OPTIONS="$(sed -n 's/^FUDAYOMI_OPTIONS=//p' /etc/fudayomi/options 2>/dev/null | tail -n 1)"
		export FUDAYOMI_OPTIONS
		cd /
		if [ "$(id -u)" = 0 ]; then
			exec runuser -u fudayomi -- /opt/fudayomi/current/bin/fudayomi "$@"
		fi
		exec /opt/fudayomi/current/bin/fudayomi "$@"
	END
	chmod 0755 "$root/usr/local/bin/fudayomi"
	for unit in "${starters[@]}"; do
		[[ -e "$etc/systemd/system/$unit" ]] || continue
		systemctl enable "$unit"
		# The unit may have changed, so the socket is opened again. Page and scanner start one that is not there yet.
		[[ "$unit" != *.socket ]] || systemctl try-restart "$unit" || true
	done
	systemctl restart fudayomi-backup.timer
}

healthy() {
	local tries="${FUDAYOMI_TRIES:-60}"
	while ((tries-- > 0)); do
		if python3 -c 'import http.client as h, sys
c = h.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=2)
c.request("GET", "/health")
sys.exit(c.getresponse().status != 200)' "$(port)" 2>/dev/null; then
			return 0
		fi
		sleep 1
	done
	return 1
}

copy_ledger() {
	[[ -e "$data/ledger.db" ]] || return 0
	runuser -u fudayomi -- python3 -I "$opt/current/deploy/backup.py" copy "$data" | tail -n 1
}

# Removes old versions, but never the one in use nor the one before.
prune() {
	local folder name
	while read -r folder; do
		name="$(basename "$folder")"
		[[ "$name" == "$(current_version)" || "$name" == "$(first "$opt/previous")" ]] || rm -rf "$folder"
	done < <(find "$opt/versions" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' |
		sort -rn | tail -n +$((kept_versions + 1)) | cut -d' ' -f2-)
}

# First and second line of a state file: a version's name, and the copy of the ledger that belongs to it.
first() { sed -n 1p "$1" 2>/dev/null || true; }
second() { sed -n 2p "$1" 2>/dev/null || true; }

# Until the new version has answered, /opt/fudayomi/upgrading says what to go back to. After an interruption the next run,
# or the guard when the Pi starts, continues from there.
upgrade() {
	local new old copy=""
	new="$(version_name)"
	build "$new"
	rm -f "$opt/upgrading.part" "$opt/guard.new" "$opt/current.new" # left by an interrupted run
	old="$(current_version || true)"
	if [[ -e "$opt/upgrading" ]]; then
		systemctl stop fudayomi.service
		old="$(first "$opt/upgrading")"
		copy="$(second "$opt/upgrading")"
		if [[ "$old" == "$new" ]]; then # the old sources were checked out: the upgrade is called off
			back "$old" "$copy"
			healthy || fail "version $old does not start; see: journalctl -u fudayomi"
			return
		fi
	elif [[ -n "$old" && "$old" != "$new" ]]; then
		systemctl stop fudayomi.service # so that the copy holds every round if it has to be restored
		if ! copy="$(copy_ledger)"; then
			systemctl start fudayomi.service
			fail "the ledger cannot be copied, so nothing was upgraded; run: sudo fudayomi doctor"
		fi
		printf '%s\n%s\n' "$old" "$copy" >"$opt/upgrading.part"
		sync
		mv -f "$opt/upgrading.part" "$opt/upgrading"
		rm -f "$opt/tries"
	fi
	switch_to "$new"
	services
	systemctl restart --no-block fudayomi.service # the page migrates the ledger when it starts
	if healthy && [[ "$(current_version)" == "$new" ]]; then # the guard may have gone back meanwhile
		"$opt/guard" well
		prune
		say "Fudayomi $new is running."
		return
	fi
	if [[ -e "$opt/upgrading" ]]; then
		say "Version $new does not start; going back to $old."
		back "$old" "$copy"
	fi
	fail "version $new does not start; see: journalctl -u fudayomi"
}

# Goes back. Arguments: the version, and the copy of the ledger from before its migration ("" when there was none).
back() {
	systemctl stop fudayomi.service
	if [[ -n "$2" && -e "$2" ]]; then
		runuser -u fudayomi -- python3 -I "$opt/versions/$1/deploy/backup.py" restore "$data" "$2"
	fi
	switch_to "$1"
	services
	rm -f "$opt/upgrading" "$opt/tries"
	systemctl restart --no-block fudayomi.service
}

rollback() {
	local old
	old="$(first "$opt/previous")"
	[[ -n "$old" ]] || fail "there is no version to go back to"
	[[ -e "$opt/versions/$old/complete" ]] || fail "version $old is not there any more"
	say "Going back to $old. The ledger stays as it is; the copy from before the upgrade is"
	say "$(second "$opt/previous") (deploy/README.md says how to put it back)."
	back "$old" ""
	rm -f "$opt/previous"
	healthy || fail "version $old does not start either; see: journalctl -u fudayomi"
}

hotspot() {
	if [[ ! -e "$hotspot_file" ]]; then
		local key number
		# 15 of 32 letters that nobody mixes up: 75 bits.
		key="$(head -c 4096 /dev/urandom | LC_ALL=C tr -dc 'abcdefghijkmnpqrstuvwxyz23456789' | cut -c1-15)"
		number="$(head -c 2 /dev/urandom | od -An -tx1 | tr -d ' \n')"
		install -d "$(dirname "$hotspot_file")"
		install -m 0600 /dev/null "$hotspot_file"
		sed -e "s/@SSID@/Fudayomi-$number/" -e "s/@PSK@/$key/" -e "s/@UUID@/$(cat /proc/sys/kernel/random/uuid)/" \
			"$opt/current/deploy/network/hotspot.nmconnection.in" >"$hotspot_file"
		if command -v nmcli >/dev/null; then nmcli connection reload || true; fi
	fi
	local name key
	name="$(sed -n 's/^ssid=//p' "$hotspot_file")"
	key="$(sed -n 's/^psk=//p' "$hotspot_file")"
	# For the codes to scan. The page cannot read the system's file, and guests never see this one.
	install -m 0600 -o fudayomi -g fudayomi /dev/null "$data/wifi"
	printf '%s\n%s\n' "$name" "$key" >"$data/wifi"
	say "The table's own Wi-Fi: $name, key $key. Codes to scan, on paper too: sudo fudayomi join"
}

uninstall() {
	systemctl disable --now "${starters[@]}" 2>/dev/null || true
	rm -f "$etc"/systemd/system/fudayomi{,-*}.{service,socket,timer}
	systemctl daemon-reload
	rm -f "$etc/avahi/services/fudayomi.service" "$hotspot_file" "$journal_file" "$data/wifi" "$root/usr/local/bin/fudayomi"
	rm -rf "$opt"
	say "Fudayomi is removed. What it remembers is still in /var/lib/fudayomi."
}

purge() {
	uninstall
	rm -rf "$data" "$etc/fudayomi"
	if id fudayomi >/dev/null 2>&1; then deluser --system fudayomi || true; fi
	say "So is everything it remembered."
}

main() {
	case "${1:-}" in
	-h | --help) usage ;;
	--uninstall) as_root && uninstall ;;
	--purge) as_root && purge ;;
	--rollback) as_root && rollback ;;
	"" | --hotspot)
		as_root
		suitable
		packages
		user
		upgrade
		if [[ "${1:-}" == --hotspot ]]; then hotspot; fi
		say "Open http://$(hostname).local:$(port)/ on a phone. The host's PIN: sudo fudayomi pin --reset"
		;;
	*)
		usage >&2
		exit 2
		;;
	esac
}

main "$@"
