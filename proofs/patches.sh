#!/bin/bash
# Mutants for the prover: one small change each, after which a named proof must fail.
# `cargo doorway verify --mutants` runs this script and passes it the patches of the catalogue, one per
# row. A patch takes half a minute to a minute.
#
# Works on a copy. First proves the named proofs without any change, with the settings that are then
# used for the changed ones: so a later failure is not for lack of time. A changed goal is first tried
# with the hint that proved it unchanged, and then searched for.
#
# A patch is killed if goals of the named proof are left unproved. It is not decided if the named proof
# does not hold without the change either: limits are by the clock, so a busy machine may need
# PROVER_SECONDS=3. It is an error if a change no longer applies or does not compile, or if the named
# proof does not exist.
set -u
cd "$(dirname "$0")/.."
root=$PWD
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

# Rows: name | file | replaced text | new text | the proof that must fail
mapfile -t patches

tree=$copy/tree
export CARGO_TARGET_DIR=$copy/target

limit=()
[ -z "${PROVER_SECONDS-}" ] || limit=(--why3find-arg={-t,"$PROVER_SECONDS"})

# prove DEPTH PROOF...
prove() {
    local depth=$1
    shift
    (cd "$tree" && cargo creusot -p doorway-core -p doorway-proofs prove "$@" --why3find-arg={-j,1,-d,"$depth"} "${limit[@]}") >"$copy/log" 2>&1
}

# The verdict of the log on a proof: "✔ (3)", "✘ (1/3)", "✘", or nothing. For a single proof the log has
# "Theory" instead of "Library".
verdict() {
    sed 's/\x1b\[[0-9;]*m//g' "$copy/log" | grep -E "^(Library|Theory) verif\.doorway_(core|proofs)_rlib\.${1//::/\\.}(\.Coma)?: " | sed 's/.*: //'
}

# Unpacks proofs/hints.json for the prover, as `cargo doorway hints --unpack` does, but without a build.
unpack() {
    (cd "$tree" && perl -MFile::Path=make_path -ne '
        if (my ($key, $hint) = m{^"([\w/]+)": (\{.*\}),?$}) {
            make_path("verif/$key");
            open(my $file, ">", "verif/$key/proof.json") or die "$key: $!";
            print $file "$hint\n";
        }' proofs/hints.json)
}

hint() { ls "$1"/doorway_{core,proofs}_rlib/"${2//:://}/proof.json" 2>/dev/null; }

# How deep the search may split the goals of a proof: as deep as it had to without the change, and one
# level more.
depth() {
    perl -0ne 'for (/[\[\]]/g) { $d += $_ eq "[" ? 1 : -1; $max = $d if $d > $max } print $max < 1 ? 1 : $max' "$(hint "$copy/hints" "$1")"
}

# The proofs that do not hold without any change.
declare -A weak=()
must_hold() {
    local proof
    for proof in "$@"; do
        case $(verdict "$proof") in
        ✔*) ;;
        ✘*) weak[$proof]=1 ;;
        *) echo "without any change: no verdict on $proof"; tail -5 "$copy/log"; exit 1 ;;
        esac
    done
}

proofs=()
for patch in "${patches[@]}"; do
    [[ " ${proofs[*]-} " == *" ${patch##*|} "* ]] || proofs+=("${patch##*|}")
done
[ ${#patches[@]} -gt 0 ] || { echo "no patch"; exit 1; }

mkdir "$tree"
tar --exclude=./target --exclude=./.git --exclude=./verif --exclude=./.why3find -cf - . | tar -xf - -C "$tree"
unpack || exit 1
prove 6 "${proofs[@]}"
must_hold "${proofs[@]}"
cp -r "$tree/verif" "$copy/hints"
for deep in 1 2 3 4 5 6; do
    group=()
    for proof in "${proofs[@]}"; do
        [ -n "${weak[$proof]-}" ] || [ "$(depth "$proof")" -ne $deep ] || group+=("$proof")
    done
    [ ${#group[@]} -eq 0 ] || { prove $deep "${group[@]}"; must_hold "${group[@]}"; }
done
echo "without any change: $((${#proofs[@]} - ${#weak[@]})) of ${#proofs[@]} proofs hold"

failures=0
for patch in "${patches[@]}"; do
    IFS='|' read -r name file from to proof <<<"$patch"
    if [ -n "${weak[$proof]-}" ]; then
        echo "$name: not decided, $proof does not hold without the change"; failures=$((failures + 1)); continue
    fi
    cp "$(hint "$copy/hints" "$proof")" "$(hint "$tree/verif" "$proof")"
    FROM=$from TO=$to perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/' "$tree/$file"
    if cmp -s "$tree/$file" "$root/$file"; then
        echo "$name: the change does not apply"; failures=$((failures + 1)); continue
    fi
    prove "$(depth "$proof")" "$proof"
    case $(verdict "$proof") in
    ✔*) echo "$name: $proof is still proved"; failures=$((failures + 1)) ;;
    ✘*) echo "$name: $proof fails, as it must" ;;
    *) echo "$name: does not compile, or has no $proof"; tail -5 "$copy/log"; failures=$((failures + 1)) ;;
    esac
    cp "$root/$file" "$tree/$file"
done
[ $failures -eq 0 ] && echo "all ${#patches[@]} proofs fail as named"
