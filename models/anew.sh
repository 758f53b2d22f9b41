#!/bin/sh
# Trains every shipped model anew: sh models/anew.sh CARDS BACKGROUNDS OUT
# CARDS: folders KIND/SET of labelled faces. BACKGROUNDS: pictures of bare tables. OUT: gets a folder for each kind.
# Needs `pip install -e '.[train]'`. Takes under an hour on two processors, without a graphics card.
set -eu
cards=$1 backgrounds=$2 out=$3
here=$(dirname "$0")
# The same sets are always held out, so that the model cards of two trainings can be compared.
held="--held-out jackapp-redraw --held-out mantia-svg --held-out nintendo-scan-yosh --held-out pysol-hanafuda
    --held-out pysol-kintengu --held-out nintendo-vector-albedo --held-out byron-knoll-svg --held-out pysol-me-uk
    --held-out bellot-svgcards-png --held-out pysol-tensho"
train() {
    echo "$(date +%T) $2"
    # shellcheck disable=SC2086  # one option a word
    fudayomi train "$@" $held --about "$here/sources.json" --backgrounds "$backgrounds" \
        "$cards"/daini/*/ "$cards"/hanafuda/*/ "$cards"/kabufuda/*/ "$cards"/mekurifuda/*/ "$cards"/western/*/
}
train --kind names --out "$out" --views 20 --epochs 8
train --kind borders --out "$out/borders"
echo "$(date +%T) done"
