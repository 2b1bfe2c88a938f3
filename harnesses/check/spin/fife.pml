/* The model of Fife in Promela, with N = 3 and k = 2: Danek's Figure 2 with the optimistic ticket and the test before line 22.
 *
 * A d_step is one step of the Rust model in proofs/src/k_bakery/model: at most one shared access, with the private
 * computation up to the next. The loops over all other processes are written out. Where the control flow branches, the
 * step after the branch tests for it. No variable is reset early, so SPIN has as many states as the Rust model.
 * The runner is benches/spin.rs.
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

/* The first and the second of the other processes. */
#define FIRST (me == 0 -> 1 : 0)
#define SECOND (me == 2 -> 1 : 2)

byte ticket[N];
byte want[9] = INFINITY; /* [writer][reader] */
byte capture[9];         /* [writer][reader] */
byte inside;             /* the number of holders: for the assertion */

#define SEE(j)     if :: ticket[j] > largest -> largest = ticket[j] :: else fi
#define COMPARE(j) if :: mine < CAPTURE(j, me) -> captured = 1 :: else fi

/* The first member of the set from j on, or N. */
#define IS_NEXT(j, m) (j <= m && (set & (1 << m)))
#define NEXT_MEMBER(j) (IS_NEXT(j, 0) -> 0 : (IS_NEXT(j, 1) -> 1 : (IS_NEXT(j, 2) -> 2 : N)))

/* Fewer than two predecessors are left. */
#define FEW (!(set & (set - 1)))

/* 17, 18: the waiting room begins. */
#define WAIT captured = 0; set = 7 & ~(1 << me); i = NEXT_MEMBER(0)

active [N] proctype process() {
	byte me = _pid;
	byte begun, mine, largest, set, i;
	bit captured, enter, late;

end_remainder:
	do
	:: d_step { begun < PASSAGES -> begun++ };                             /* 13 */
	   d_step { largest = ticket[me] };                                    /* the optimistic ticket */
	   d_step { SEE(FIRST) };
	   d_step { SEE(SECOND); mine = largest + 1; largest = 0 };
	   d_step { ticket[me] = mine };
#ifndef NO14
	   d_step { WANT(me, FIRST) = mine };                                  /* 14 */
	   d_step { WANT(me, SECOND) = mine };
#endif
	   d_step { SEE(FIRST) };                                              /* 15 */
	   d_step { SEE(SECOND);
	      if
	      :: largest < mine -> WAIT                                        /* the optimistic ticket is valid */
	      :: else -> late = 1
	      fi };

	   do                                                                  /* 19 */
	   :: d_step { late -> late = 0; mine = largest + 1; ticket[me] = mine };
	      d_step { WANT(me, FIRST) = mine };                               /* 16 */
	      d_step { WANT(me, SECOND) = mine; WAIT }
	   :: d_step { !late && !enter && i < N ->                             /* 20, 21 */
	         if
	         :: mine < WANT(i, me) || (mine == WANT(i, me) && me < i) -> set = set & ~(1 << i)
	         :: else
	         fi;
	         i = NEXT_MEMBER(i + 1);
	         if
	         :: i == N && FEW -> i = 0; enter = 1
	         :: else
	         fi }
	   :: d_step { !late && !enter && i == N -> i = 0; COMPARE(0) };       /* 22 */
	      d_step { COMPARE(1) };
	      d_step { COMPARE(2);
	         if
	         :: captured || FEW -> i = 0; enter = 1
	         :: else -> i = NEXT_MEMBER(0)
	         fi }
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
