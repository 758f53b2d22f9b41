#!/usr/bin/env bash
# Runs the Pi's packages on an emulated Pi processor: sudo deploy/check-arm.sh [SUITE [FOLDER]], by default bookworm. It needs
# debootstrap, qemu-user-static and a network. It is quicker than «check-root.sh SUITE arm64», which installs a whole system.
#
# What it proves: the locked wheels for aarch64 load in that Debian's Python, and the cards of a synthetic table are drawn,
# photographed and read with them. What it cannot prove: speed, a camera, a board.
set -euo pipefail

suite="${1:-bookworm}"
tree="${2:-/var/tmp/fudayomi-$suite-arm}"
repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf '\n== %s\n' "$*"; }
[[ "$(id -u)" == 0 ]] || { echo "run it with sudo" >&2 && exit 1; }

say "$suite for arm64 in $tree, unpacked and not set up"
if [[ ! -e "$tree/unpacked" ]]; then
	rm -rf "$tree"
	debootstrap --foreign --arch=arm64 --variant=minbase --include=python3 "$suite" "$tree" http://deb.debian.org/debian
	for package in "$tree"/var/cache/apt/archives/*.deb; do dpkg-deb --fsys-tarfile "$package" | tar -C "$tree" --keep-directory-symlink -xf -; done
	touch "$tree/unpacked"
fi
python="$(chroot "$tree" /usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')"

say "the locked wheels for aarch64 and Python $python"
rm -rf "$tree/fudayomi"
tags=()
for glibc in 2014 _2_17 _2_24 _2_26 _2_27 _2_28; do tags+=(--platform "manylinux${glibc}_aarch64"); done
python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --implementation cp \
	--python-version "$python" "${tags[@]}" --target "$tree/fudayomi" --require-hashes -r "$repository/requirements-pi.lock"
cp -R "$repository"/{scorer,scanner,web,models} "$tree/fudayomi"
du -sm "$tree/fudayomi"

say "a picture is laid, photographed and read"
mkdir -p "$tree/proc"
mount -t proc proc "$tree/proc"
trap 'umount --lazy "$tree/proc"' EXIT
chroot "$tree" /usr/bin/env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 PYTHONPATH=/fudayomi OPENBLAS_NUM_THREADS=1 \
	/usr/bin/python3 -P -c '
import platform, sys
for name in ("sklearn", "scipy", "torch"):
    sys.modules[name] = None
import cv2, numpy, web.app, web.cli, scanner.training.enrolment.worker, scanner.worker
from scanner.reader import read_picture
from scanner.sources.synthetic import SyntheticSource
piles = [["h01-1", "h08-1"], ["h03-1", "h11-1"]]
source = SyntheticSource("2")
source.arrange("hanafuda", piles)
read = {card.card for card in read_picture(source.read(1), "hanafuda").cards}
print(platform.machine(), platform.python_version(), "numpy", numpy.__version__, "OpenCV", cv2.__version__, "read", sorted(read))
sys.exit(read != {code for pile in piles for code in pile})'
say "an emulated arm64 reads cards with the wheels of $suite"
