// @ts-check
// First steps: one idea each, on a board with few pieces. The server knows the rules; a lesson only says
// what to try and what counts as done.

/** @typedef {readonly [string, string]} Texts Chinese and English */

/**
 * What has to be done:
 * - `reach`: go to (or take on) every point; Black only moves to get out of check
 * - `escape`: answer a check in each of the named ways
 * - `end`: a move that ends the game for this reason
 * - `quiet`: any move that does not lose by the rules
 * @typedef {{ reach: string[] } | { escape: ("away" | "between" | "take")[] } | { end: string } | { quiet: true }} Goal
 */

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {Texts} title
 * @property {Texts} text     at most two sentences
 * @property {string} fen
 * @property {string[]} [before]  moves played before the visitor's turn
 * @property {string} [only]  letters of the pieces that may move
 * @property {Goal} goal
 * @property {string[]} solution  for "show", and for the tests
 * @property {Texts} done
 */

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: "chariot",
    title: ["车", "The chariot"],
    text: ["车走直线，横竖不限远近。走到每盏灯上，并吃掉黑马。", "The chariot moves along straight lines, as far as it likes. Go to every lantern and take the horse."],
    fen: "3k5/6n2/9/9/9/9/9/9/9/R4K3 w - - 0 1",
    only: "R",
    goal: { reach: ["a5", "g5", "g8"] },
    solution: ["a0a5", "a5g5", "g5g8"],
    done: ["车最强：一条线都归它管。", "The strongest piece: whole lines are its own."],
  },
  {
    id: "horse",
    title: ["马", "The horse"],
    text: ["马走“日”字：先直走一步，再斜走一步。", "The horse goes one point straight, then one diagonally outward."],
    fen: "3k5/9/9/9/9/9/9/9/9/1N3K3 w - - 0 1",
    only: "N",
    goal: { reach: ["c2", "d4", "f5"] },
    solution: ["b0c2", "c2d4", "d4f5"],
    done: ["马八面威风，但一步只能走一个“日”字。", "Eight points around it, one leap at a time."],
  },
  {
    id: "leg",
    title: ["蹩马腿", "The horse's leg"],
    text: ["紧挨着马的棋子会绊住马腿，那个方向就走不了。绕过去，吃掉黑炮。", "A piece right beside the horse blocks its leg, and with it that direction. Find a way around and take the cannon."],
    fen: "3k5/9/9/9/5c3/4P4/4N4/9/9/5K3 w - - 0 1",
    only: "N",
    goal: { reach: ["f5"] },
    solution: ["e3g4", "g4h6", "h6f5"],
    done: ["不论自己还是对方的棋子，都能绊马腿。", "Any piece can block the leg, yours or theirs."],
  },
  {
    id: "cannon",
    title: ["炮", "The cannon"],
    text: ["炮走起来像车，吃子时却要跳过一个子，叫作炮架。先到灯下，再隔兵打马。", "The cannon moves like a chariot, but to take it must jump over one piece, its screen. Go to the lantern, then take the horse over your soldier."],
    fen: "3k5/7n1/9/9/7P1/9/9/1C7/9/5K3 w - - 0 1",
    only: "C",
    goal: { reach: ["h2", "h8"] },
    solution: ["b2h2", "h2h8"],
    done: ["没有炮架，炮就吃不了子。", "Without a screen a cannon takes nothing."],
  },
  {
    id: "screen",
    title: ["炮架", "Exactly one screen"],
    text: ["炮架不能多也不能少，恰好一个。车、马、马，哪一个吃得到？", "One screen, no more and no less. A chariot and two horses: which one can the cannon take?"],
    fen: "3k5/4n4/9/4p4/9/r3C1pNn/9/9/9/5K3 w - - 0 1",
    only: "C",
    goal: { reach: ["e8"] },
    solution: ["e4e8"],
    done: ["炮架是谁的棋子都可以。", "The screen may be anybody's piece."],
  },
  {
    id: "soldier",
    title: ["兵", "The soldier"],
    text: ["兵一步一步向前，过了河还可以横走，永远不后退。过河去吃掉黑马。", "The soldier steps forward; across the river it may also step sideways, but never back. Cross the river and take the horse."],
    fen: "3k5/9/9/4n4/9/2P6/9/9/9/5K3 w - - 0 1",
    only: "P",
    goal: { reach: ["d5", "e6"] },
    solution: ["c4c5", "c5d5", "d5e5", "e5e6"],
    done: ["过河卒子顶半个车，这话有道理。", "A soldier across the river is worth far more than one at home."],
  },
  {
    id: "elephant",
    title: ["相", "The elephant"],
    text: ["相走“田”字，斜走两步，不能过河。“田”心有子就叫塞象眼，要绕路。", "The elephant goes exactly two points diagonally and stays on its side of the river. A piece in the middle, its eye, stops it: go around."],
    fen: "5k3/9/9/9/9/9/5p3/9/9/2BK5 w - - 0 1",
    only: "B",
    goal: { reach: ["e2", "g4"] },
    solution: ["c0e2", "e2g0", "g0i2", "i2g4"],
    done: ["相只守家，不过河。", "Elephants guard the home side, nothing else."],
  },
  {
    id: "palace",
    title: ["九宫：帅与仕", "The palace: general and advisor"],
    text: ["帅一步直走，仕一步斜走，都不出九宫。把仕走到 f2，帅走到 d1。", "The general moves one point straight, the advisor one point diagonally, and neither leaves the palace. Bring the advisor to f2 and the general to d1."],
    fen: "5k3/9/9/9/9/9/p8/9/9/3AK4 w - - 0 1",
    only: "KA",
    goal: { reach: ["f2", "d1"] },
    solution: ["d0e1", "e1f2", "e0d0", "d0d1"],
    done: ["失了帅就输了：全盘都为了它。", "Lose the general and the game is lost: everything is about it."],
  },
  {
    id: "facing",
    title: ["将帅不照面", "The generals never face each other"],
    text: ["两个将帅之间不能空无一物。车正挡在中间：先试试离开这条线，再沿线吃炮。", "The two generals may never see each other along an open line. Your chariot stands between them: try to leave the line, then take the cannon on it."],
    fen: "4k4/9/4c4/9/9/4R3n/9/9/9/4K4 w - - 0 1",
    only: "R",
    goal: { reach: ["e7"] },
    solution: ["e4e7"],
    done: ["将帅隔着棋盘，也管着一条线。", "So a general guards a whole line from far away."],
  },
  {
    id: "check",
    title: ["将军与应将", "Check, and three answers"],
    text: ["黑车正在将军，必须马上应将：躲开、垫子、吃掉它。三种都试一试。", "The black chariot gives check, and check must be answered: step away, put a piece between, or take the attacker. Try all three."],
    fen: "3k5/9/9/R3r4/9/9/9/9/9/3AK4 w - - 0 1",
    goal: { escape: ["away", "between", "take"] },
    solution: ["e0f0", "d0e1", "a6e6"],
    done: ["三种都应不了，就是绝杀。", "When none of the three is left, it is checkmate."],
  },
  {
    id: "mate",
    title: ["绝杀", "Checkmate"],
    text: ["一步绝杀：将军，而且无处可逃。", "One move: give a check that has no answer."],
    fen: "4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1",
    goal: { end: "checkmate" },
    solution: ["b0b9"],
    done: ["双车错：一车控线，一车将军。", "One chariot holds the line, the other gives check."],
  },
  {
    id: "stalemate",
    title: ["困毙", "No move left"],
    text: ["对方没被将军，却一步也走不了，也算输。不要将军，把黑将困住。", "A side that is not in check but has no move loses, too. Without giving check, leave the black general nowhere to go."],
    fen: "3k5/9/9/9/9/9/9/3A5/R8/4K4 w - - 0 1",
    goal: { end: "stalemate" },
    solution: ["a1a8"],
    done: ["困毙也是胜利。国际象棋里却算和棋！", "In Xiangqi this wins. In Western chess it would be a draw!"],
  },
  {
    id: "repetition",
    title: ["不许长将", "No perpetual check"],
    text: ["红方已经连续将军，局面第三次重复就判负。试一试，再换一步不将军的棋。", "Red has been giving check again and again; when the position comes for the third time, Red loses. See for yourself, then play something other than a check."],
    fen: "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1",
    before: ["a0d0", "d9e9", "d0e0", "e9d9", "e0d0", "d9e9", "d0e0", "e9d9"],
    goal: { quiet: true },
    solution: ["e0e5"],
    done: ["规则都会了。去下一盘吧！", "You know the rules now. Play a game!"],
  },
];
