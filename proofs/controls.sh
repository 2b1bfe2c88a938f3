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
src=proofs/src

# name | file | what is replaced | by what | the proof that must fail
controls=(
"tie-break|$core/ticket.rs|id < other)|id <= other)|ticket::precedes"
"tie-break-defined|$core/logic/ticket.rs|id < other)|id <= other)|logic::ticket::irreflexive"
"choice-not-larger|$core/ticket.rs|Ok(self.largest + 1)|Ok(self.largest)|ticket::impl_Choice::take"
"waits-for-itself-only|$core/predecessors.rs|= i != me;|= i == me;|predecessors::everyone_but"
"k-plus-one|$core/capture.rs|(predecessors) < k|(predecessors) <= k|capture::may_enter"
"captures-its-equals|$core/capture.rs|    ticket < entered|    ticket <= entered|capture::overtaken"
"splitter-stops-others|$core/splitter.rs|    x == name(me)|    x != name(me)|splitter::stops"
"model-step-without-its-store|$src/machine/model.rs|self.registers.write(&access, value);||machine::model::impl_Machine_for_Model_R_P::step"
"model-step-of-another-process|$src/machine/model.rs|self.processes[p] = process.advance(slot, loaded);|self.processes[0] = process.advance(slot, loaded);|machine::model::impl_Machine_for_Model_R_P::step"
"bakery-stores-otherwise|$src/bakery/model.rs|Line::L3 => (Kind::Store(1)|Line::L3 => (Kind::Store(0)|bakery::model::impl_Program_for_Process::access"
"bakery-advances-otherwise|$src/bakery/model.rs|Line::L8 if is_last|Line::L8 if !is_last|bakery::model::impl_Program_for_Process::advance"
"bakery-not-choosing|$src/bakery/proof/program.rs|Kind::Store(1u64), Array::Doorway|Kind::Store(0u64), Array::Doorway|bakery::proof::lines::impl_Model_Registers_Process::line_3"
"bakery-does-not-wait|$src/bakery/proof/program.rs|loaded@ != 0 && before(loaded@|loaded@ != 0 && !before(loaded@|bakery::proof::lines::impl_Model_Registers_Process::line_8"
"bakery-skips-itself-last|$src/bakery/proof/program.rs|next.is_at(Line::L7, self.i@ + 1)|next.is_at(Line::L9, 0)|bakery::proof::lines::impl_Model_Registers_Process::line_8"
"bakery-invariant|$src/bakery/proof.rs|Line::L9 => N@|Line::L9 => 0|bakery::proof::impl_Model_Registers_Process::mutual_exclusion"
"bakery-code-without-3|$core/bakery.rs|port.store(Place::of(Array::Doorway, me), TRUE);||bakery::doorway"
"bakery-code-skips-a-ticket|$core/bakery.rs|let mut i = 0;|let mut i = 1;|bakery::doorway"
"bakery-code-5-before-4|$core/bakery.rs|port.store(Place::of(Array::Ticket, me), ticket);|port.store(Place::of(Array::Doorway, me), FALSE);|bakery::doorway"
"bakery-code-looks-past-the-first|$core/bakery.rs|private.i = 0;|private.i = 1;|bakery::announce"
"bakery-code-8-before-7|$core/bakery.rs|if port.load(Place::of(Array::Doorway, i)) != FALSE|if port.load(Place::of(Array::Ticket, i)) != FALSE|bakery::scan"
"bakery-code-skips-a-process|$core/bakery.rs|private.i = i + 1;|private.i = i + 2;|bakery::scan"
"bakery-code-stores-for-a-load|$core/bakery.rs|let ticket = port.load(Place::of(Array::Ticket, i));|let ticket = 0; port.store(Place::of(Array::Ticket, i), 0);|bakery::scan"
"bakery-code-stores-when-it-enters|$core/bakery.rs|let _ = port;|port.store(Place::of(Array::Ticket, 0), 0);|bakery::enter"
"bakery-code-exits-elsewhere|$core/bakery.rs|port.store(Place::of(Array::Ticket, me), 0);|port.store(Place::of(Array::Doorway, me), 0);|bakery::exit"
"bakery-code-of-another-model|$src/bakery/proof/program.rs|next.is_at(Line::L4, 0)|next.is_at(Line::L4, 1)|bakery::proof::code::impl_Lines_for_Following_Process_V::line_3"
"bakery-code-exits-without-giving-up|$src/bakery/code.rs|code.withdraw();||bakery::code::passage"
"coloured-waits-for-those-behind|$core/colour.rs|else if precedes(number(theirs)|else if !precedes(number(theirs)|colour::look"
"black-white-not-choosing|$src/black_white/model/lines.rs|self.choosing[p] = true|self.choosing[p] = false|black_white::model::lines::impl_BlackWhite::line_1"
"black-white-alone-beside-a-choice|$src/black_white/proof/steps.rs|#[requires(!self.choosing[self.processes[p].i@])]||black_white::proof::steps::impl_BlackWhite::sees_no_choice"
"black-white-alone-beside-a-ticket|$src/black_white/proof/steps.rs|#[requires(self.ticket[self.processes[p].i@]@ == 0)]||black_white::proof::steps::impl_BlackWhite::finds_away"
"black-white-alone-without-a-look|$src/black_white/model/lines.rs|self.look_around(p, i + 1)|self.look_around(p, N)|black_white::model::lines::impl_BlackWhite::line_7_alone"
"black-white-newer-goes-first|$src/black_white/model/lines.rs|if goes_first(|if !goes_first(|black_white::model::lines::impl_BlackWhite::line_9"
"black-white-turns-too-late|$src/black_white/model/lines.rs|self.color = after(|self.color = !after(|black_white::model::lines::impl_BlackWhite::line_12"
"black-white-invariant|$src/black_white/proof.rs|Line::L11 => N@|Line::L11 => 0|black_white::proof::impl_BlackWhite::mutual_exclusion"
"black-white-leaves-the-newer|$src/black_white/proof/bound.rs|self.fits(false) && self.leaves_the_older()|self.fits(false)|black_white::proof::bound::impl_BlackWhite::stays_bounded"
"black-white-all-colours|$src/black_white/model/lines.rs|see(process.choice, process.colour, loaded)|process.choice.see(doorway_core::colour::number(loaded))|black_white::model::lines::impl_BlackWhite::line_3"
"black-white-bound|$src/black_white/proof/bound.rs|ensures(self.own(q) <= N@)|ensures(self.own(q) < N@)|black_white::proof::bound::impl_BlackWhite::at_most_n"
"kfcfs-no-14|$src/k_bakery/model/lines.rs|self.tell(p, 0)|self.tell(p, N)|k_bakery::model::lines::impl_KBakery::line_guess_store"
"kfcfs-no-16|$src/k_bakery/model/lines.rs|self.announce(p, 0)|self.announce(p, N)|k_bakery::model::lines::impl_KBakery::line_15_store"
"kfcfs-prunes-those-ahead|$src/k_bakery/model/lines.rs|if is_behind|if !is_behind|k_bakery::model::lines::impl_KBakery::line_21"
"fife-captures-with-more|$src/k_bakery/model/lines.rs|self.capture[p][i] = self.processes[p].ticket|self.capture[p][i] = INFINITY|k_bakery::model::lines::impl_KBakery::line_23"
"fife-captured-by-anything|$src/k_bakery/model/lines.rs|if overtaken(self.processes[p].ticket, loaded)|if !overtaken(self.processes[p].ticket, loaded)|k_bakery::model::lines::impl_KBakery::line_22"
"safe-no-30|$src/safe_fife/model/lines.rs|self.tell(p, 0)|self.tell(p, N)|safe_fife::model::lines::impl_SafeFife::line_30_load"
"safe-no-33|$src/safe_fife/model/lines.rs|self.announce(p, 0)|self.announce(p, N)|safe_fife::model::lines::impl_SafeFife::line_31_store"
"safe-one-place|$src/safe_fife/model/lines.rs|place = pair::other(usize::from(loaded != 0))|place = usize::from(loaded != 0)|safe_fife::model::lines::impl_SafeFife::line_31_place"
"safe-places-in-turn|$src/safe_fife/proof/queue.rs| && at == 1 - m.entered(q)||safe_fife::proof::induction::g_stands"
"safe-reads-one-place|$src/safe_fife/model/lines.rs|choice.see(seen)|choice.see(loaded)|safe_fife::model::lines::impl_SafeFife::line_31"
"safe-looks-once-at-want|$src/safe_fife/model/lines.rs|self.goto(p, Line::L38, i, 1)|self.goto(p, Line::L38, i, 0)|safe_fife::model::lines::impl_SafeFife::look"
"safe-looks-once-at-capture|$src/safe_fife/model/lines.rs|self.goto(p, Line::L41, 0, 1)|self.goto(p, Line::L41, 0, 0)|safe_fife::model::lines::impl_SafeFife::next_predecessor"
"safe-prunes-those-ahead|$src/safe_fife/model/lines.rs|if !is_behind|if is_behind|safe_fife::model::lines::impl_SafeFife::line_38"
"safe-want-read-as-written|$src/safe_fife/proof/queue.rs|Stage::Announcing(i, c) => is_past(i, c, p, 0)|Stage::Announcing(i, c) => is_past(i, c, p, 1)|safe_fife::proof::induction::first_look"
"safe-capture-read-as-written|$src/safe_fife/proof/queue.rs|is_past(i, copy, e.id, 0)|is_past(i, copy, e.id, 1)|safe_fife::proof::induction::first_glance"
"safe-captures-with-more|$src/safe_fife/model/lines.rs|self.capture[p][i][copy] = self.processes[p].ticket|self.capture[p][i][copy] = INFINITY|safe_fife::model::lines::impl_SafeFife::store_capture"
"safe-entered-forgotten|$src/safe_fife/model/lines.rs|self.entered[p] = self.processes[p].place|self.entered[p] = 0|safe_fife::model::lines::impl_SafeFife::line_43"
"safe-anything-anywhere|$src/safe_fife/proof/safely.rs|!machine.in_flux|machine.in_flux|safe_fife::proof::safely::step"
"safe-k-ahead-of-g|$src/safe_fife/proof/queue.rs|count(ahead_of(m, g), m.n()) < m.limit()|count(ahead_of(m, g), m.n()) <= m.limit()|safe_fife::proof::queue::k_exclusion"
"k-ahead-of-g|$src/queue/proof.rs|count(ahead_of(m, g), m.n()) < m.limit()|count(ahead_of(m, g), m.n()) <= m.limit()|queue::proof::k_exclusion"
"lemma-3-without-16|$src/queue/proof.rs|Stage::Waiting => m.private(q) == m.own(q) && has_told(m, q, m.n())|Stage::Waiting => m.private(q) == m.own(q)|queue::proof::induction::lemma_3"
"kfcfs-forgets-what-it-saw|$src/k_bakery/model/lines.rs|self.processes[p].choice.see(loaded)|Choice::new().see(loaded)|k_bakery::model::lines::impl_KBakery::line_guess"
"kfcfs-guesses-without-its-own|$src/k_bakery/model/lines.rs|Choice::new().see(loaded)|Choice::new()|k_bakery::model::lines::impl_KBakery::line_14_load"
"kfcfs-settles-for-a-tie|$src/k_bakery/model/lines.rs|.largest() < self.processes[p].ticket|.largest() <= self.processes[p].ticket|k_bakery::model::lines::impl_KBakery::choose"
"fife-enters-before-22|$src/k_bakery/model/lines.rs|self.goto(p, Line::L22, 0)|self.enter(p)|k_bakery::model::lines::impl_KBakery::line_21"
"order-without-lemma-1|$src/queue/proof/induction.rs|&& takes_larger(m, next, p)||queue::proof::order::stays_orderly"
"order-keeps-who-entered|$src/queue/proof/order.rs|a == p && from == Region::WaitingRoom|a != p && from == Region::WaitingRoom|queue::proof::order::stays_orderly"
"lemma-1-with-ties|$src/queue/proof.rs|Stage::Inside => m.own(q) > t,|Stage::Inside => m.own(q) >= t,|queue::proof::order::lemma_1"
"k-fcfs-with-ties|$src/queue/proof.rs|Stage::Inside => m.own(q) > t,|Stage::Inside => m.own(q) >= t,|queue::proof::order::few_are_passed"
"fife-captures-too-little|$src/k_bakery/model/lines.rs|self.capture[p][i] = self.processes[p].ticket|self.capture[p][i] = 0|k_bakery::model::lines::impl_KBakery::line_23"
"fife-does-not-look|$src/k_bakery/model/lines.rs|self.processes[p].captured = true|self.processes[p].captured = false|k_bakery::model::lines::impl_KBakery::line_22"
"fife-inside-without-captures|$src/k_bakery/proof.rs|process.line == Line::L24) ==>|process.line == Line::L25) ==>|fife::proof::fife"
"fife-captures-may-shrink|$src/k_bakery/proof.rs|self.capture[q][i]@ <= self.ticket[q]@|self.capture[q][i]@ >= 0|fife::proof::others_stay_enabled"
"fife-sees-every-capture-at-once|$src/fife/proof.rs|                4 * N@ - process.i@|                2 * N@ - process.i@|k_bakery::model::lines::impl_KBakery::line_22"
"fife-within-3n|$src/fife/proof.rs|movers.len()) < 4 * N@|movers.len()) < 3 * N@|fife::proof::enters_within_4n"
"kfcfs-never-lets-go|$src/k_bakery/model/lines.rs|remove(&mut self.processes[p].predecessor_set, i)|remove(&mut self.processes[p].predecessor_set, N)|k_bakery::model::lines::impl_KBakery::line_21"
"kfcfs-within-n|$src/kfcfs/proof.rs|movers.len()) < 2 * N@|movers.len()) < N@|kfcfs::proof::enters_within_2n"
"kfcfs-enabled-among-k|$src/kfcfs/proof.rs|count(z, N@) < m.k@|count(z, N@) <= m.k@|k_bakery::model::lines::impl_KBakery::line_21"
"settled-before-it-is-told|$src/queue/proof/progress.rs|before(m.own(p), p, m.own(q), q) && before(m.own(p), p, m.wants(q, p), q)|before(m.own(p), p, m.wants(q, p), q)|queue::proof::progress::stays_settled"
"bypassed-with-k-of-2|$src/queue/proof/progress.rs|(m.limit() == 1|(m.limit() == 2|queue::proof::progress::bypasses_once"
"exit-never-ends|$src/k_bakery/model/lines.rs|self.goto(p, Line::L25, i + 1)|self.goto(p, Line::L25, i)|k_bakery::model::lines::impl_KBakery::line_25"
"exit-of-one-step|$src/k_bakery/proof.rs|movers.len()) < N@|movers.len()) < 1|k_bakery::proof::impl_KBakery::exit_is_bounded"
"safe-lemma-1-with-ties|$src/safe_fife/proof/order.rs|_ => held(m, q) > e.ticket|_ => held(m, q) >= e.ticket|safe_fife::proof::order::lemma_1"
"safe-reads-no-ticket|$src/safe_fife/proof/order.rs|!has_read(i, copy, e)|true|safe_fife::proof::order::stays_orderly"
"safe-order-without-lemma-1|$src/safe_fife/proof/induction.rs|            && has_let_go_still(m, next, p)||safe_fife::proof::order::stays_orderly"
"safe-order-keeps-who-entered|$src/queue/proof/order.rs|a == p && from == Region::WaitingRoom|a != p && from == Region::WaitingRoom|safe_fife::proof::order::stays_orderly"
"safe-k-fcfs-of-fewer-than-k|$src/safe_fife/proof/order.rs|count(y, m.n()) >= m.limit()|count(y, m.n()) + 1 >= m.limit()|safe_fife::proof::order::k_fcfs"
"safe-no-44|$src/safe_fife/model/lines.rs|is_stale(self.processes[p].captured_with, seen)|is_stale(0, seen)|safe_fife::model::lines::impl_SafeFife::line_44_ticket"
"safe-44-of-one-place|$src/safe_fife/model/lines.rs|is_stale(self.processes[p].captured_with, seen)|is_stale(self.processes[p].captured_with, loaded)|safe_fife::model::lines::impl_SafeFife::line_44_ticket"
"safe-44-reads-anything-of-its-own|$src/safe_fife/proof.rs|Line::L44 => loaded@ == self.captures(p@, self.processes[p].i@, 0),|Line::L44 => true,|safe_fife::proof::lines::impl_SafeFife::captures_rightly"
"safe-44-reads-while-p-waits|$src/safe_fife/proof.rs|== Stage::Taking(self.processes[p].copy@)|== self.stage(self.processes[p].i@)|safe_fife::proof::passing::impl_SafeFife::waits_for_it"
"safe-copies-differ|$src/safe_fife/proof/enabled.rs|self.captures(q, i, 0) == self.captures(q, i, 1)|self.captures(q, i, 0) >= 0|safe_fife::proof::passing::impl_SafeFife::tests_it"
"safe-inside-without-captures|$src/safe_fife/proof/passing.rs|Line::L46 => true|Line::L46 => false|safe_fife::proof::passing::impl_SafeFife::fife"
"safe-caught-while-storing|$src/safe_fife/proof/enabled.rs| && !(process.line == Line::L45 && process.i@ == p)||safe_fife::proof::enabled::impl_SafeFife::sees_that_it_is_caught"
"safe-caught-in-the-middle-of-44|$src/safe_fife/proof/enabled.rs| && self.has_read_rightly(c, p)||safe_fife::proof::enabled::impl_SafeFife::stays_caught"
"safe-sees-every-capture-at-once|$src/safe_fife/proof/enabled.rs|13 * N@ + 2 - 2 * i + copy|9 * N@ + 2 - 2 * i + copy|safe_fife::proof::enabled::impl_SafeFife::looks_at_the_next"
"safe-stores-in-one-step|$src/safe_fife/proof/enabled.rs|Line::L48 => 2|Line::L48 => 1|safe_fife::proof::safely::impl_Safely_SafeFife::comes_closer"
"safe-within-14n|$src/safe_fife/proof/safely.rs|movers.len()) < 15 * N@ - 1|movers.len()) < 14 * N@ - 1|safe_fife::proof::safely::impl_Safely_SafeFife::enters_within_15n"
"k-fcfs-of-fewer-than-k|$src/queue/proof/order.rs|count(y, m.n()) >= m.limit()|count(y, m.n()) + 1 >= m.limit()|queue::proof::order::k_fcfs"
)

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
