#!/bin/sh
# Guards an upgrade that is not confirmed yet. It runs as root before and after every start of the page
# (deploy/systemd/fudayomi.service). «before»: after three failed starts it puts the old version and the old ledger back.
# «well»: pages are served, so the upgrade is confirmed. /opt/fudayomi/upgrading holds the old version's name and the copy of
# its ledger. install.sh also runs «units VERSION», which replaces all units by those of that version.
set -eu

opt="${FUDAYOMI_ROOT:-}/opt/fudayomi"
data="${FUDAYOMI_ROOT:-}/var/lib/fudayomi"
etc="${FUDAYOMI_ROOT:-}/etc/systemd/system"

units() {
	for unit in "$etc"/fudayomi.* "$etc"/fudayomi-*; do # folders hold changes people made
		[ ! -f "$unit" ] || [ -e "$opt/versions/$1/deploy/systemd/${unit##*/}" ] || leave "${unit##*/}"
	done
	mkdir -p "$etc"
	for unit in "$opt/versions/$1"/deploy/systemd/*; do
		cp "$unit" "$etc/${unit##*/}.new"
		chmod 0644 "$etc/${unit##*/}.new"
		mv -f "$etc/${unit##*/}.new" "$etc/${unit##*/}"
	done
	systemctl daemon-reload
}

# Removes a unit that this version does not have, or one that was half written when the plug was pulled.
leave() {
	case "$1" in *.socket | *.timer) systemctl disable --now --no-block "$1" || true ;; esac
	rm -f "$etc/$1"
}

# One at a time: systemd and install.sh learn at the same moment that pages are served.
exec 9<"$opt"
flock 9

if [ "${1:-}" = units ]; then
	units "$2"
	exit 0
fi
[ -e "$opt/upgrading" ] || exit 0
old="$(sed -n 1p "$opt/upgrading")"
copy="$(sed -n 2p "$opt/upgrading")"

case "${1:-}" in
before)
	tries="$(cat "$opt/tries" 2>/dev/null || echo 0)"
	tries=$((tries + 1))
	echo "$tries" >"$opt/tries"
	if [ "$tries" -le 3 ] || [ ! -e "$opt/versions/$old/complete" ]; then exit 0; fi
	echo "the new version did not start three times; going back to $old"
	if [ -n "$copy" ] && [ -e "$copy" ]; then
		runuser -u fudayomi -- /usr/bin/python3 -I "$opt/versions/$old/deploy/backup.py" restore "$data" "$copy"
	fi
	ln -sfn "versions/$old" "$opt/current.new"
	mv -T "$opt/current.new" "$opt/current"
	units "$old" || true
	rm -f "$opt/upgrading" "$opt/tries"
	;;
well)
	now="$(basename "$(readlink "$opt/current")")"
	units "$now" || true # the plug may have been pulled between switching and installing the units
	if [ "$now" = "$old" ]; then
		rm -f "$opt/upgrading"
	else
		mv -f "$opt/upgrading" "$opt/previous"
	fi
	rm -f "$opt/tries"
	;;
*)
	echo "usage: guard before|well" >&2
	exit 2
	;;
esac
