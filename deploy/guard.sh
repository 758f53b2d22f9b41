#!/bin/sh
# Runs as root before and after every start of the companion (deploy/systemd/fudayomi.service), while an upgrade has not
# been confirmed. «before»: three starts in vain, and the version and the ledger of before are put back. «well»: pages are
# served, so the upgrade is confirmed. /opt/fudayomi/upgrading holds the old version's name and its copy of the ledger.
set -eu

opt="${FUDAYOMI_ROOT:-}/opt/fudayomi"
data="${FUDAYOMI_ROOT:-}/var/lib/fudayomi"
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
	rm -f "$opt/upgrading" "$opt/tries"
	;;
well)
	if [ "$(basename "$(readlink "$opt/current")")" = "$old" ]; then
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
