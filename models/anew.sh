#!/bin/sh
# Trains every shipped model anew: sh models/anew.sh CARDS BACKGROUNDS OUT
# CARDS: folders KIND/SET of labelled faces. BACKGROUNDS: pictures of bare tables. OUT: gets a folder for each kind.
# Needs `pip install -e '.[train]'`. Takes under an hour on two processors, without a graphics card.
set -eu
cards=$1 backgrounds=$2 out=$3
here=$(dirname "$0")
echo "$(date +%T) names"
fudayomi train --kind names --about "$here/sources.json" --out "$out" --backgrounds "$backgrounds" --views 16 --epochs 5 \
    "$cards"/daini/*/ "$cards"/hanafuda/*/ "$cards"/kabufuda/*/ "$cards"/mekurifuda/*/ "$cards"/western/*/
echo "$(date +%T) borders"
# The same sets are always held out, so that the model cards of two trainings can be compared.
fudayomi train --kind borders --about "$here/sources.json" --out "$out/borders" --backgrounds "$backgrounds" \
    --held-out jackapp-redraw --held-out mantia-svg \
    --held-out nintendo-scan-yosh --held-out pysol-hanafuda --held-out nintendo-vector-albedo \
    --held-out byron-knoll-svg --held-out pysol-me-uk "$cards"/daini/*/ "$cards"/hanafuda/*/ "$cards"/kabufuda/*/ \
    "$cards"/mekurifuda/*/ "$cards"/western/*/
echo "$(date +%T) done"
