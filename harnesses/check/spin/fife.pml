/* Danek's Figure 2, Fife, with N = 3 and k = 2: the step machine of verified/core/src/machine/fife.rs, in Promela.
 *
 * A d_step is a step of the machine: at most one shared access, with the private computation up to the next. The loops over
 * all or all other processes are written out; in the waiting room, where the way branches, the step after the branch tests
 * for it. So there is no step more and no step less than in the machine, and no variable is forgotten earlier: without
 * partial-order reduction there are as many states, and the runner (benches/spin.rs) compares them.
 *
 * -DPASSAGES=n: how often each process may enter.   -DNO14: without line 14, which costs k-exclusion.
 */
#define N 3
#define K 2
#ifndef PASSAGES
#define PASSAGES 1
#endif

#define INFINITY 255
#define WANT(p, i) want[(p) * N + (i)]
#define CAPTURE(p, i) capture[(p) * N + (i)]

/* The first and the second process that is not me. */
#define FIRST (me == 0 -> 1 : 0)
#define SECOND (me == 2 -> 1 : 2)

byte ticket[N];
byte want[9] = INFINITY; /* [writer][reader] */
byte capture[9];         /* [writer][reader] */
byte inside;             /* how many are inside: for the assertion */

#define SEE(j)     if :: ticket[j] > largest -> largest = ticket[j] :: else fi
#define COMPARE(j) if :: mine < CAPTURE(j, me) -> captured = 1 :: else fi

/* The first member of the set from j on, or N. */
#define IS_NEXT(j, m) (j <= m && (set & (1 << m)))
#define NEXT_MEMBER(j) (IS_NEXT(j, 0) -> 0 : (IS_NEXT(j, 1) -> 1 : (IS_NEXT(j, 2) -> 2 : N)))

/* Fewer than two predecessors are left, or I was captured. */
#define LOOK \
	if \
	:: captured || !(set & (set - 1)) -> i = 0; enter = 1 \
	:: else -> i = NEXT_MEMBER(0) \
	fi

active [N] proctype process() {
	byte me = _pid;
	byte begun, mine, largest, set, i;
	bit captured, enter;

end_remainder:
	do
	:: d_step { begun < PASSAGES -> begun++ };                             /* 13 */
#ifdef NO14
	   d_step { mine = ticket[me]; largest = 0 };
#else
	   d_step { mine = ticket[me] };                                       /* 14: which ticket */
	   d_step { WANT(me, FIRST) = mine };                                  /* 14 */
	   d_step { WANT(me, SECOND) = mine; largest = 0 };
#endif
	   d_step { SEE(0) };                                                  /* 15 */
	   d_step { SEE(1) };
	   d_step { SEE(2) };
	   d_step { mine = largest + 1; ticket[me] = mine };
	   d_step { WANT(me, FIRST) = mine };                                  /* 16 */
	   d_step { WANT(me, SECOND) = mine; captured = 0; set = 7 & ~(1 << me); LOOK }; /* 17, 18 */

	   do                                                                  /* 19 */
	   :: d_step { !enter && i < N ->                                      /* 20, 21 */
	         if
	         :: mine < WANT(i, me) || (mine == WANT(i, me) && me < i) -> set = set & ~(1 << i)
	         :: else
	         fi;
	         i = NEXT_MEMBER(i + 1) }
	   :: d_step { !enter && i == N -> i = 0; COMPARE(0) };                /* 22 */
	      d_step { COMPARE(1) };
	      d_step { COMPARE(2); LOOK }
	   :: d_step { enter -> enter = 0; CAPTURE(me, 0) = mine };            /* 23 */
	      d_step { CAPTURE(me, 1) = mine };
	      d_step { CAPTURE(me, 2) = mine; inside++; assert(inside <= K) };
	      d_step { inside-- };                                             /* 24 */
	      d_step { WANT(me, 0) = INFINITY };                               /* 25 */
	      d_step { WANT(me, 1) = INFINITY };
	      d_step { WANT(me, 2) = INFINITY };
	      break
	   od
	od
}
