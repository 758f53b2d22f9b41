#!/usr/bin/env bash
# Installs, upgrades, rolls back or removes Fudayomi on 64-bit Raspberry Pi OS (Bookworm, Trixie). See deploy/README.md.
set -euo pipefail

root="${FUDAYOMI_ROOT:-}" # tests install into a folder instead of /
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
opt="$root/opt/fudayomi"
data="$root/var/lib/fudayomi"
etc="$root/etc"
units=(fudayomi.service fudayomi-backup.service fudayomi-backup.timer)
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
	digest="$(cd "$source_dir" && find scorer scanner web models deploy pyproject.toml requirements.lock \
		-type f ! -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-12)"
	printf '%s-%s' "$number" "$digest"
}

packages() {
	apt-get install --yes --no-install-recommends python3-venv avahi-daemon
	# Only Raspberry Pi OS has it; without it everything but the ribbon camera works.
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

# Builds a version in its folder; one that was interrupted is begun anew.
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
		-r "$source_dir/requirements.lock"
	work="$(mktemp -d)" # building writes into the sources, which may be read-only
	cp -R "$source_dir"/{scorer,scanner,web,models,pyproject.toml,README.md,LICENSE} "$work"
	"$folder/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir --no-deps --no-build-isolation "$work"
	rm -rf "$work"
	cp -R "$source_dir/deploy" "$folder/deploy"
	sync
	touch "$folder/complete"
}

current_version() { [[ -L "$opt/current" ]] && basename "$(readlink "$opt/current")"; }

# Exchanges the link in one step: at any moment there is a whole version behind it.
switch_to() {
	ln -sfn "versions/$1" "$opt/current.new"
	mv -T "$opt/current.new" "$opt/current"
	sync
}

services() {
	local unit
	for unit in "${units[@]}"; do
		install -D -m 0644 "$opt/current/deploy/systemd/$unit" "$etc/systemd/system/$unit"
	done
	install -D -m 0644 "$opt/current/deploy/network/avahi.service" "$etc/avahi/services/fudayomi.service"
	install -d -m 0755 "$etc/fudayomi"
	if [[ ! -e "$etc/fudayomi/options" ]]; then
		printf '%s\n' '# Further words for «fudayomi serve», such as: FUDAYOMI_OPTIONS=--source picamera:50' \
			'FUDAYOMI_OPTIONS=' >"$etc/fudayomi/options"
	fi
	# As the companion's own user, so that nothing in the ledger's folder ever belongs to somebody else.
	install -d "$root/usr/local/bin"
	cat >"$root/usr/local/bin/fudayomi" <<-'END'
		#!/bin/sh
		export FUDAYOMI_DATA="${FUDAYOMI_DATA:-/var/lib/fudayomi}"
		cd /
		if [ "$(id -u)" = 0 ]; then
			exec runuser -u fudayomi -- /opt/fudayomi/current/bin/fudayomi "$@"
		fi
		exec /opt/fudayomi/current/bin/fudayomi "$@"
	END
	chmod 0755 "$root/usr/local/bin/fudayomi"
	systemctl daemon-reload
	systemctl enable fudayomi.service fudayomi-backup.timer
	systemctl restart fudayomi-backup.timer
}

healthy() {
	local tries="${FUDAYOMI_TRIES:-60}"
	while ((tries-- > 0)); do
		if python3 -c 'import http.client as h, sys
c = h.HTTPConnection("127.0.0.1", 8000, timeout=2)
c.request("GET", "/health")
sys.exit(c.getresponse().status != 200)' 2>/dev/null; then
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

# The old versions that go are never the one in use nor the one before.
prune() {
	local folder name
	while read -r folder; do
		name="$(basename "$folder")"
		[[ "$name" == "$(current_version)" || "$name" == "$(cat "$opt/previous" 2>/dev/null)" ]] || rm -rf "$folder"
	done < <(find "$opt/versions" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' |
		sort -rn | tail -n +$((kept_versions + 1)) | cut -d' ' -f2-)
}

upgrade() {
	local new old copy=""
	new="$(version_name)"
	build "$new"
	old="$(current_version || true)"
	if [[ -n "$old" && "$old" != "$new" ]]; then
		systemctl stop fudayomi.service # so that the copy holds every round, should it have to be put back
		if ! copy="$(copy_ledger)"; then
			systemctl start fudayomi.service
			fail "the ledger cannot be copied, so nothing was upgraded; run: sudo fudayomi doctor"
		fi
		printf '%s\n' "$old" >"$opt/previous"
		printf '%s\n' "$copy" >"$opt/previous-ledger"
	fi
	switch_to "$new"
	services
	systemctl restart fudayomi.service # the ledger is brought to the newest shape when the companion starts
	if healthy; then
		prune
		say "Fudayomi $new is running."
		return
	fi
	if [[ -n "$old" && "$old" != "$new" ]]; then
		say "Version $new does not start; going back to $old."
		back "$old" "$copy"
		rm -f "$opt/previous" "$opt/previous-ledger"
	fi
	fail "version $new does not start; see: journalctl -u fudayomi"
}

# Version, and the copy of the ledger from before it was brought to a newer shape ("" when there was none).
back() {
	systemctl stop fudayomi.service
	switch_to "$1"
	if [[ -n "$2" && -e "$2" ]]; then
		runuser -u fudayomi -- python3 -I "$opt/current/deploy/backup.py" restore "$data" "$2"
	fi
	services
	systemctl restart fudayomi.service
}

rollback() {
	local old
	old="$(cat "$opt/previous" 2>/dev/null)" || fail "there is no version to go back to"
	[[ -e "$opt/versions/$old/complete" ]] || fail "version $old is not there any more"
	say "Going back to $old. The ledger stays as it is; the copy from before the upgrade is"
	say "$(cat "$opt/previous-ledger" 2>/dev/null) (deploy/README.md says how to put it back)."
	back "$old" ""
	rm -f "$opt/previous" "$opt/previous-ledger"
	healthy || fail "version $old does not start either; see: journalctl -u fudayomi"
}

hotspot() {
	if [[ ! -e "$hotspot_file" ]]; then
		local key number
		# 15 of 32 letters that nobody confuses: 75 bits.
		key="$(head -c 4096 /dev/urandom | LC_ALL=C tr -dc 'abcdefghijkmnpqrstuvwxyz23456789' | cut -c1-15)"
		number="$(head -c 2 /dev/urandom | od -An -tx1 | tr -d ' \n')"
		install -d "$(dirname "$hotspot_file")"
		install -m 0600 /dev/null "$hotspot_file"
		sed -e "s/@SSID@/Fudayomi-$number/" -e "s/@PSK@/$key/" -e "s/@UUID@/$(cat /proc/sys/kernel/random/uuid)/" \
			"$opt/current/deploy/network/hotspot.nmconnection.in" >"$hotspot_file"
		if command -v nmcli >/dev/null; then nmcli connection reload || true; fi
	fi
	say "The table's own Wi-Fi: $(sed -n 's/^ssid=//p' "$hotspot_file"), key $(sed -n 's/^psk=//p' "$hotspot_file")"
}

uninstall() {
	local unit
	systemctl disable --now fudayomi.service fudayomi-backup.timer 2>/dev/null || true
	for unit in "${units[@]}"; do rm -f "$etc/systemd/system/$unit"; done
	systemctl daemon-reload
	rm -f "$etc/avahi/services/fudayomi.service" "$hotspot_file" "$root/usr/local/bin/fudayomi"
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
		say "Open http://$(hostname).local:8000/ on a phone. The host's PIN: sudo journalctl -u fudayomi | grep PIN"
		;;
	*)
		usage >&2
		exit 2
		;;
	esac
}

main "$@"
