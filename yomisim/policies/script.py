"""Policy `script`: decisions given from outside, one after the other, whatever game it is.

Compiled code cannot stop and ask. So a turn is played with the decisions known so far; the first decision that is
missing is noted in the SCRIPT record, the turn goes on with any legal option, and its result is thrown away by the
caller, who adds the decision and plays the turn again from the same state.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import lowest
from yomisim.kernel.jit import compiled


@compiled
def choose_scripted(script, seat, kind, options, hand, last_move, points_left, pumps):
    """The next given decision; notes the question where none is left.

    `script` is a SCRIPT record, `options` a set; the others are what the question is about: the asked player's hand
    and the combo so far.
    """
    if script["missing"] == 0:
        if script["used"] < script["given"]:
            answer = np.int64(script["answer"][script["used"]])
            script["used"] += 1
            return answer
        script["missing"] = 1
        script["seat"] = seat
        script["kind"] = kind
        script["options"] = options
        script["hand"] = hand
        script["last_move"] = last_move
        script["points_left"] = points_left
        script["pumps"] = pumps
    return lowest(options)
