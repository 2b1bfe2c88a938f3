#!/bin/bash
# Negative controls: one small change each, after which a named proof must fail.
#
#   proofs/controls.sh            all of them (half a minute to a minute each, one prover at a time)
#   proofs/controls.sh NAME...    these
#
# Works on a copy. First the named proofs without any change, with the settings that the changed ones are then proved with: whatever fails
# later does not fail for want of time. A changed goal gets what proved it unchanged, and then the search.
#
# A control holds if goals of the named proof are left unproved. A change that no longer applies, or that does not compile, and a proof
# that is not there are errors.
set -u
cd "$(dirname "$0")/.."
root=$PWD
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
core=verified/core/src

# name | file | what is replaced | by what | the proof that must fail
controls=(
"tie-break|$core/ticket.rs|id < other)|id <= other)|ticket::precedes"
"tie-break-defined|proofs/src/ticket.rs|id < other)|id <= other)|proofs::ticket::irreflexive"
"choice-not-larger|$core/ticket.rs|Ok(self.largest + 1)|Ok(self.largest)|ticket::impl_Choice::take"
"waits-for-itself-only|$core/predecessors.rs|= i != me;|= i == me;|predecessors::everyone_but"
"k-plus-one|$core/capture.rs|(predecessors) < k|(predecessors) <= k|capture::may_enter"
"captures-its-equals|$core/capture.rs|    ticket < entered|    ticket <= entered|capture::overtaken"
"splitter-stops-others|$core/splitter.rs|    x == name(me)|    x != name(me)|splitter::stops"
"bakery-not-choosing|$core/machine/bakery.rs|self.doorway[p] = true|self.doorway[p] = false|machine::bakery::impl_Bakery::line_3"
"bakery-does-not-wait|$core/machine/bakery.rs|!precedes(loaded|precedes(loaded|machine::bakery::impl_Bakery::line_8"
"bakery-skips-itself-last|$core/machine/bakery.rs|self.goto(p, Line::L7, i + 1)|self.goto(p, Line::L9, 0)|machine::bakery::impl_Bakery::line_8"
"bakery-invariant|proofs/src/bakery.rs|Line::L9 => N@|Line::L9 => 0|proofs::bakery::impl_Bakery::mutual_exclusion"
"coloured-waits-for-those-behind|$core/colour.rs|else if precedes(number(theirs)|else if !precedes(number(theirs)|colour::look"
"black-white-not-choosing|$core/machine/black_white/lines.rs|self.choosing[p] = true|self.choosing[p] = false|machine::black_white::lines::impl_BlackWhite::line_1"
"black-white-alone-beside-a-choice|proofs/src/black_white/steps.rs|#[requires(!self.choosing[self.processes[p].i@])]||proofs::black_white::steps::impl_BlackWhite::sees_no_choice"
"black-white-alone-beside-a-ticket|proofs/src/black_white/steps.rs|#[requires(self.ticket[self.processes[p].i@]@ == 0)]||proofs::black_white::steps::impl_BlackWhite::finds_away"
"black-white-alone-without-a-look|$core/machine/black_white/lines.rs|self.look_around(p, i + 1)|self.look_around(p, N)|machine::black_white::lines::impl_BlackWhite::line_7_alone"
"black-white-newer-goes-first|$core/machine/black_white/lines.rs|if goes_first(|if !goes_first(|machine::black_white::lines::impl_BlackWhite::line_9"
"black-white-turns-too-late|$core/machine/black_white/lines.rs|self.color = after(|self.color = !after(|machine::black_white::lines::impl_BlackWhite::line_12"
"black-white-invariant|proofs/src/black_white.rs|Line::L11 => N@|Line::L11 => 0|proofs::black_white::impl_BlackWhite::mutual_exclusion"
"black-white-leaves-the-newer|proofs/src/black_white/bound.rs|self.fits(false) && self.leaves_the_older()|self.fits(false)|proofs::black_white::bound::impl_BlackWhite::stays_bounded"
"black-white-all-colours|$core/machine/black_white/lines.rs|see(process.choice, process.colour, loaded)|process.choice.see(crate::colour::number(loaded))|machine::black_white::lines::impl_BlackWhite::line_3"
"black-white-bound|proofs/src/black_white/bound.rs|ensures(self.own(q) <= N@)|ensures(self.own(q) < N@)|proofs::black_white::bound::impl_BlackWhite::at_most_n"
"kfcfs-no-14|$core/machine/kfcfs/lines.rs|self.tell(p, 0)|self.tell(p, N)|machine::kfcfs::lines::impl_KFcfs::line_guess_store"
"kfcfs-no-16|$core/machine/kfcfs/lines.rs|self.announce(p, 0)|self.announce(p, N)|machine::kfcfs::lines::impl_KFcfs::line_15_store"
"kfcfs-prunes-those-ahead|$core/machine/kfcfs/lines.rs|if is_behind|if !is_behind|machine::kfcfs::lines::impl_KFcfs::line_21"
"fife-no-14|$core/machine/fife/lines.rs|self.tell(p, 0)|self.tell(p, N)|machine::fife::lines::impl_Fife::line_guess_store"
"fife-captures-with-more|$core/machine/fife/lines.rs|self.capture[p][i] = self.processes[p].ticket|self.capture[p][i] = INFINITY|machine::fife::lines::impl_Fife::line_23"
"fife-captured-by-anything|$core/machine/fife/lines.rs|if overtaken(self.processes[p].ticket, loaded)|if !overtaken(self.processes[p].ticket, loaded)|machine::fife::lines::impl_Fife::line_22"
"safe-no-30|$core/machine/safe_fife/lines.rs|self.tell(p, 0)|self.tell(p, N)|machine::safe_fife::lines::impl_SafeFife::line_30_load"
"safe-no-33|$core/machine/safe_fife/lines.rs|self.announce(p, 0)|self.announce(p, N)|machine::safe_fife::lines::impl_SafeFife::line_31_store"
"safe-one-place|$core/machine/safe_fife/lines.rs|place = pair::other(usize::from(loaded != 0))|place = usize::from(loaded != 0)|machine::safe_fife::lines::impl_SafeFife::line_31_place"
"safe-places-in-turn|proofs/src/safe_fife/queue.rs| && at == 1 - m.entered(q)||proofs::safe_fife::induction::g_stands"
"safe-reads-one-place|$core/machine/safe_fife/lines.rs|choice.see(seen)|choice.see(loaded)|machine::safe_fife::lines::impl_SafeFife::line_31"
"safe-looks-once-at-want|$core/machine/safe_fife/lines.rs|self.goto(p, Line::L38, i, 1)|self.goto(p, Line::L38, i, 0)|machine::safe_fife::lines::impl_SafeFife::look"
"safe-looks-once-at-capture|$core/machine/safe_fife/lines.rs|self.goto(p, Line::L41, 0, 1)|self.goto(p, Line::L41, 0, 0)|machine::safe_fife::lines::impl_SafeFife::next_predecessor"
"safe-prunes-those-ahead|$core/machine/safe_fife/lines.rs|if !is_behind|if is_behind|machine::safe_fife::lines::impl_SafeFife::line_38"
"safe-want-read-as-written|proofs/src/safe_fife/queue.rs|Stage::Announcing(i, c) => is_past(i, c, p, 0)|Stage::Announcing(i, c) => is_past(i, c, p, 1)|proofs::safe_fife::induction::first_look"
"safe-capture-read-as-written|proofs/src/safe_fife/queue.rs|is_past(i, copy, e.id, 0)|is_past(i, copy, e.id, 1)|proofs::safe_fife::induction::first_glance"
"safe-captures-with-more|$core/machine/safe_fife/lines.rs|self.capture[p][i][copy] = self.processes[p].ticket|self.capture[p][i][copy] = INFINITY|machine::safe_fife::lines::impl_SafeFife::store_capture"
"safe-entered-forgotten|$core/machine/safe_fife/lines.rs|self.entered[p] = self.processes[p].place|self.entered[p] = 0|machine::safe_fife::lines::impl_SafeFife::line_43"
"safe-anything-anywhere|proofs/src/safely.rs|!machine.in_flux|machine.in_flux|proofs::safely::step"
"safe-k-ahead-of-g|proofs/src/safe_fife/queue.rs|count(ahead_of(m, g), m.n()) < m.limit()|count(ahead_of(m, g), m.n()) <= m.limit()|proofs::safe_fife::queue::k_exclusion"
"k-ahead-of-g|proofs/src/queue.rs|count(ahead_of(m, g), m.n()) < m.limit()|count(ahead_of(m, g), m.n()) <= m.limit()|proofs::queue::k_exclusion"
"lemma-3-without-16|proofs/src/queue.rs|Stage::Waiting => m.private(q) == m.own(q) && has_told(m, q, m.n())|Stage::Waiting => m.private(q) == m.own(q)|proofs::queue::induction::lemma_3"
"kfcfs-forgets-what-it-saw|$core/machine/kfcfs/lines.rs|self.processes[p].choice.see(loaded)|Choice::new().see(loaded)|machine::kfcfs::lines::impl_KFcfs::line_guess"
"kfcfs-guesses-without-its-own|$core/machine/kfcfs/lines.rs|Choice::new().see(loaded)|Choice::new()|machine::kfcfs::lines::impl_KFcfs::line_14_load"
"kfcfs-settles-for-a-tie|$core/machine/kfcfs/lines.rs|.largest() < self.processes[p].ticket|.largest() <= self.processes[p].ticket|machine::kfcfs::lines::impl_KFcfs::choose"
"fife-enters-before-22|$core/machine/fife/lines.rs|may_enter(&self.processes[p].predecessor_set, self.k, false)|may_enter(&self.processes[p].predecessor_set, self.k, true)|machine::fife::lines::impl_Fife::line_21"
"order-without-lemma-1|proofs/src/queue/induction.rs|&& takes_larger(m, next, p)||proofs::queue::order::stays_orderly"
"order-keeps-who-entered|proofs/src/queue/order.rs|a == p && from == Region::WaitingRoom|a != p && from == Region::WaitingRoom|proofs::queue::order::stays_orderly"
"lemma-1-with-ties|proofs/src/queue.rs|Stage::Inside => m.own(q) > t,|Stage::Inside => m.own(q) >= t,|proofs::queue::order::lemma_1"
"k-fcfs-with-ties|proofs/src/queue.rs|Stage::Inside => m.own(q) > t,|Stage::Inside => m.own(q) >= t,|proofs::queue::order::few_are_passed"
"fife-captures-too-little|$core/machine/fife/lines.rs|self.capture[p][i] = self.processes[p].ticket|self.capture[p][i] = 0|machine::fife::lines::impl_Fife::line_23"
"fife-does-not-look|$core/machine/fife/lines.rs|self.processes[p].captured = true|self.processes[p].captured = false|machine::fife::lines::impl_Fife::line_22"
"fife-inside-without-captures|proofs/src/fife.rs|process.line == Line::L24 ==>|process.line == Line::L25 ==>|proofs::fife::enabled::impl_Fife::fife"
"fife-captures-may-shrink|proofs/src/fife.rs|self.capture[q][i]@ <= self.ticket[q]@|self.capture[q][i]@ >= 0|proofs::fife::enabled::impl_Fife::others_stay_enabled"
"fife-sees-every-capture-at-once|proofs/src/fife/enabled.rs|                    4 * N@ - process.i@|                    2 * N@ - process.i@|machine::fife::lines::impl_Fife::line_22"
"fife-within-3n|proofs/src/fife/enabled.rs|movers.len()) < 4 * N@|movers.len()) < 3 * N@|proofs::fife::enabled::impl_Fife::enters_within_4n"
"kfcfs-never-lets-go|$core/machine/kfcfs/lines.rs|remove(&mut self.processes[p].predecessor_set, i)|remove(&mut self.processes[p].predecessor_set, N)|machine::kfcfs::lines::impl_KFcfs::line_21"
"kfcfs-within-n|proofs/src/kfcfs/enabled.rs|movers.len()) < 2 * N@|movers.len()) < N@|proofs::kfcfs::enabled::impl_KFcfs::enters_within_2n"
"kfcfs-enabled-among-k|proofs/src/kfcfs/enabled.rs|count(z, N@) < self.k@|count(z, N@) <= self.k@|machine::kfcfs::lines::impl_KFcfs::line_21"
"settled-before-it-is-told|proofs/src/queue/progress.rs|before(m.own(p), p, m.own(q), q) && before(m.own(p), p, m.wants(q, p), q)|before(m.own(p), p, m.wants(q, p), q)|proofs::queue::progress::stays_settled"
"bypassed-with-k-of-2|proofs/src/queue/progress.rs|(m.limit() == 1|(m.limit() == 2|proofs::queue::progress::bypasses_once"
"exit-never-ends|$core/machine/kfcfs/lines.rs|self.goto(p, Line::L25, i + 1)|self.goto(p, Line::L25, i)|machine::kfcfs::lines::impl_KFcfs::line_25"
"exit-of-one-step|proofs/src/kfcfs.rs|movers.len()) < N@|movers.len()) < 1|proofs::kfcfs::impl_KFcfs::exit_is_bounded"
"safe-lemma-1-with-ties|proofs/src/safe_fife/order.rs|_ => held(m, q) > e.ticket|_ => held(m, q) >= e.ticket|proofs::safe_fife::order::lemma_1"
"safe-reads-no-ticket|proofs/src/safe_fife/order.rs|!has_read(i, copy, e)|true|proofs::safe_fife::order::stays_orderly"
"safe-order-without-lemma-1|proofs/src/safe_fife/induction.rs|            && has_let_go_still(m, next, p)||proofs::safe_fife::order::stays_orderly"
"safe-order-keeps-who-entered|proofs/src/queue/order.rs|a == p && from == Region::WaitingRoom|a != p && from == Region::WaitingRoom|proofs::safe_fife::order::stays_orderly"
"safe-k-fcfs-of-fewer-than-k|proofs/src/safe_fife/order.rs|count(y, m.n()) >= m.limit()|count(y, m.n()) + 1 >= m.limit()|proofs::safe_fife::order::k_fcfs"
"safe-no-44|$core/machine/safe_fife/lines.rs|is_stale(self.processes[p].captured_with, seen)|is_stale(0, seen)|machine::safe_fife::lines::impl_SafeFife::line_44_ticket"
"safe-44-of-one-place|$core/machine/safe_fife/lines.rs|is_stale(self.processes[p].captured_with, seen)|is_stale(self.processes[p].captured_with, loaded)|machine::safe_fife::lines::impl_SafeFife::line_44_ticket"
"safe-44-reads-anything-of-its-own|proofs/src/safe_fife.rs|Line::L44 => loaded@ == self.captures(p@, self.processes[p].i@, 0),|Line::L44 => true,|proofs::safe_fife::lines::impl_SafeFife::captures_rightly"
"safe-44-reads-while-p-waits|proofs/src/safe_fife.rs|== Stage::Taking(self.processes[p].copy@)|== self.stage(self.processes[p].i@)|proofs::safe_fife::passing::impl_SafeFife::waits_for_it"
"safe-copies-differ|proofs/src/safe_fife/enabled.rs|self.captures(q, i, 0) == self.captures(q, i, 1)|self.captures(q, i, 0) >= 0|proofs::safe_fife::passing::impl_SafeFife::tests_it"
"safe-inside-without-captures|proofs/src/safe_fife/passing.rs|Line::L46 => true|Line::L46 => false|proofs::safe_fife::passing::impl_SafeFife::fife"
"safe-caught-while-storing|proofs/src/safe_fife/enabled.rs| && !(process.line == Line::L45 && process.i@ == p)||proofs::safe_fife::enabled::impl_SafeFife::sees_that_it_is_caught"
"safe-caught-in-the-middle-of-44|proofs/src/safe_fife/enabled.rs| && self.has_read_rightly(c, p)||proofs::safe_fife::enabled::impl_SafeFife::stays_caught"
"safe-sees-every-capture-at-once|proofs/src/safe_fife/enabled.rs|13 * N@ + 2 - 2 * i + copy|9 * N@ + 2 - 2 * i + copy|proofs::safe_fife::enabled::impl_SafeFife::looks_at_the_next"
"safe-stores-in-one-step|proofs/src/safe_fife/enabled.rs|Line::L48 => 2|Line::L48 => 1|proofs::safely::impl_Safely_SafeFife::comes_closer"
"safe-within-14n|proofs/src/safely.rs|movers.len()) < 15 * N@ - 1|movers.len()) < 14 * N@ - 1|proofs::safely::impl_Safely_SafeFife::enters_within_15n"
"k-fcfs-of-fewer-than-k|proofs/src/queue/order.rs|count(y, m.n()) >= m.limit()|count(y, m.n()) + 1 >= m.limit()|proofs::queue::order::k_fcfs"
)

tree=$copy/tree
export CARGO_TARGET_DIR=$copy/target

# prove DEPTH PROOF...
prove() {
    local depth=$1
    shift
    (cd "$tree" && cargo creusot -p doorway-core prove "$@" --why3find-arg={-j,1,-d,"$depth"}) >"$copy/log" 2>&1
}

# What the log says of a proof: "✔ (3)", "✘ (1/3)", "✘", or nothing. Of a single one it says "Theory", not "Library".
verdict() {
    sed 's/\x1b\[[0-9;]*m//g' "$copy/log" | grep -E "^(Library|Theory) verif\.doorway_core_rlib\.${1//::/\\.}(\.Coma)?: " | sed 's/.*: //'
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

hint() { echo "$1/doorway_core_rlib/${2//:://}/proof.json"; }

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

chosen=() proofs=()
for control in "${controls[@]}"; do
    [ $# -eq 0 ] || [[ " $* " == *" ${control%%|*} "* ]] || continue
    chosen+=("$control")
    [[ " ${proofs[*]-} " == *" ${control##*|} "* ]] || proofs+=("${control##*|}")
done
[ ${#chosen[@]} -gt 0 ] || { echo "no such control"; exit 1; }

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
for control in "${chosen[@]}"; do
    IFS='|' read -r name file from to proof <<<"$control"
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
[ $failures -eq 0 ] && echo "all ${#chosen[@]} controls fail as named"
