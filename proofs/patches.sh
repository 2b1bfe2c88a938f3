#!/bin/bash
# Mutants for the prover: one small change each, after which a named proof must fail. `cargo doorway verify --mutants` runs this, and hands it
# the patches of the catalogue, a row each; half a minute to a minute for one.
#
# Works on a copy. First the named proofs without any change, with the settings that the changed ones are then proved with: whatever fails
# later does not fail for want of time. A changed goal gets what proved it unchanged, and then the search.
#
# A patch is killed if goals of the named proof are left unproved. A change that no longer applies, or that does not compile, and a proof
# that is not there are errors.
set -u
cd "$(dirname "$0")/.."
root=$PWD
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
core=verified/core/src
src=proofs/src

# Rows: name | file | what is replaced | by what | the proof that must fail
mapfile -t patches

tree=$copy/tree
export CARGO_TARGET_DIR=$copy/target

# prove DEPTH PROOF...
prove() {
    local depth=$1
    shift
    (cd "$tree" && cargo creusot -p doorway-core -p doorway-proofs prove "$@" --why3find-arg={-j,1,-d,"$depth"}) >"$copy/log" 2>&1
}

# What the log says of a proof: "✔ (3)", "✘ (1/3)", "✘", or nothing. Of a single one it says "Theory", not "Library".
verdict() {
    sed 's/\x1b\[[0-9;]*m//g' "$copy/log" | grep -E "^(Library|Theory) verif\.doorway_(core|proofs)_rlib\.${1//::/\\.}(\.Coma)?: " | sed 's/.*: //'
}

# The hints in proofs/hints.json as the prover wants them: `cargo doorway hints --unpack`, without a build.
unpack() {
    (cd "$tree" && perl -MFile::Path=make_path -ne '
        if (my ($key, $hint) = m{^"([\w/]+)": (\{.*\}),?$}) {
            make_path("verif/$key");
            open(my $file, ">", "verif/$key/proof.json") or die "$key: $!";
            print $file "$hint\n";
        }' proofs/hints.json)
}

hint() { ls "$1"/doorway_{core,proofs}_rlib/"${2//:://}/proof.json" 2>/dev/null; }

# How deep the search may split the goals of a proof: as deep as it had to without the change, and once more.
depth() {
    perl -0ne 'for (/[\[\]]/g) { $d += $_ eq "[" ? 1 : -1; $max = $d if $d > $max } print $max < 1 ? 1 : $max' "$(hint "$copy/hints" "$1")"
}

must_hold() {
    local proof
    for proof in "$@"; do
        [[ $(verdict "$proof") == ✔* ]] || { echo "without any change: $proof is not proved"; tail -5 "$copy/log"; exit 1; }
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
        [ "$(depth "$proof")" -ne $deep ] || group+=("$proof")
    done
    [ ${#group[@]} -eq 0 ] || { prove $deep "${group[@]}"; must_hold "${group[@]}"; }
done
echo "without any change: ${#proofs[@]} proofs hold"

failures=0
for patch in "${patches[@]}"; do
    IFS='|' read -r name file from to proof <<<"$patch"
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
