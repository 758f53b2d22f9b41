#!/bin/sh
# Trains every shipped model anew: sh models/anew.sh CARDS BACKGROUNDS OUT
# CARDS: folders KIND/SET of labelled faces. BACKGROUNDS: pictures of bare tables. OUT: gets a folder for each kind.
# Needs `pip install -e '.[train]'`. Takes under two hours on two processors, without a graphics card.
set -eu
cards=$1 backgrounds=$2 out=$3
here=$(dirname "$0")
train() {
    echo "$(date +%T) $2"
    fudayomi train --about "$here/sources.json" --out "$out/$2" "$@"
}
train --kind hanafuda --views 20 --epochs 6 "$cards"/hanafuda/*/
train --kind western --views 24 --epochs 6 "$cards"/western/*/
train --kind kabufuda --views 60 --epochs 9 "$cards"/kabufuda/*/
train --kind daini --views 60 --epochs 6 "$cards"/daini/*/
train --kind mekurifuda --views 40 --epochs 6 "$cards"/mekurifuda/*/
# The same sets are always held out, so that the model cards of two trainings can be compared.
train --kind borders --tables 1700 --steps 9000 --backgrounds "$backgrounds" --held-out jackapp-redraw --held-out mantia-svg \
    --held-out nintendo-scan-yosh --held-out pysol-hanafuda --held-out nintendo-vector-albedo \
    --held-out byron-knoll-svg --held-out pysol-me-uk "$cards"/daini/*/ "$cards"/hanafuda/*/ "$cards"/kabufuda/*/ \
    "$cards"/mekurifuda/*/ "$cards"/western/*/
echo "$(date +%T) done"
