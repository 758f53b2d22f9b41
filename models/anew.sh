#!/bin/sh
# Train every model that comes with Fudayomi. Usage: anew.sh CARDS BACKGROUNDS OUT, with CARDS/KIND/SET/labels.csv,
# a folder of pictures of bare tables, and the folder to write to. Takes about two hours on two processors.
set -eu
cards=$1 backgrounds=$2 out=$3
here=$(dirname "$0")
# The same sets are always held out, so that the model cards of two trainings can be compared.
held_out="--held-out jackapp-redraw --held-out mantia-svg --held-out nintendo-scan-yosh --held-out pysol-hanafuda
    --held-out nintendo-vector-albedo --held-out byron-knoll-svg --held-out pysol-me-uk"
train() {
    echo "$(date +%T) $2"
    # The words of held_out are options.
    # shellcheck disable=SC2086
    fudayomi train --about "$here/sources.json" --backgrounds "$backgrounds" $held_out "$@" \
        "$cards"/daini/*/ "$cards"/hanafuda/*/ "$cards"/kabufuda/*/ "$cards"/mekurifuda/*/ "$cards"/western/*/
}
train --kind detector --tables 3600 --steps 16000 --refinement-steps 14000 --out "$out/detector"
# Names are learned from what this detector says of outlines and masks.
train --kind names --views 24 --epochs 7 --further-epochs 4 --out "$out" --detector "$out/detector" \
    --held-out pysol-kintengu --held-out bellot-svgcards-png --held-out pysol-tensho
echo "$(date +%T) indices"
# Two makers of Western cards are held out here, too. The ranks of `pysol-national-patriotic` stand in no corner.
find "$cards"/western -mindepth 1 -maxdepth 1 -type d ! -name pysol-national-patriotic -exec \
    fudayomi train --kind indices --about "$here/sources.json" --views 48 --epochs 7 --out "$out/indices" \
    --held-out byron-knoll-svg --held-out pysol-me-uk {} +
echo "$(date +%T) done"
