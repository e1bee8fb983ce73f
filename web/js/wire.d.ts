// The messages of docs/web.md, as types for the checker. The browser never loads this file.
// Made from crates/server/src/http/wire: CHUHE_WRITE_TYPES=1 cargo test -p server typescript

export type Rules = "asian" | "chinese" | "course";
export type StatusWord = "ongoing" | "red_wins" | "black_wins" | "draw";
export type Side = "red" | "black";
export type Seat = "red" | "black" | "host";
export type Player =
  | { kind: "human", name?: string }
  | { kind: "level", level: number }
  | { kind: "zoo", name: string }
  | { kind: "bot", name: string };
export type Players = { red: Player, black: Player };
export type Clock = { kind: "game", base_s: number, increment_s: number } | { kind: "move", move_s: number };
export type NewGame = {
  red: Player,
  black: Player,
  rules?: string | null,
  fen?: string | null,
  clock?: Clock | null,
  invite?: Side | null,
};
export type GameCreated = { id: string, tokens: Record<string, string> };
export type Addresses = { urls: Array<string>, port: number };
export type QrText = { text: string };
export type PlayersOffered = { levels: number, zoo: Array<ZooMember> };
export type ZooMember = { name: string, zh: string, en: string };
export type Naming = { move: string, zh: string, tr: string, wxf: string, iccs: string };
export type Score = { cp?: number, mate?: number, rule?: number, chances: [number, number, number] };
export type Ply = {
  fen: string,
  captured: string | null,
  check: boolean,
  ms: number | null,
  score: Score | null,
  depth: number | null,
  move: string,
  zh: string,
  tr: string,
  wxf: string,
  iccs: string,
};
export type Position = {
  fen: string,
  turn: Side,
  targets: Record<string, string[]>,
  check: boolean,
  since_capture: number,
  pieces: Pieces,
};
export type Pieces = { red: number, black: number };
export type Sentence = { zh: string, en: string, move?: string, attacks?: Array<[string, string]> };
export type Status = { status: StatusWord, reason: string | null, explanation: Array<Sentence>, loop?: number };
export type Clocks = { red: number | null, black: number | null, running: Side | null };
export type Present = { red: boolean, black: boolean, watching: number, invited: Side | null };
export type Game = {
  id: string,
  you: Array<Seat>,
  players: Players,
  rules: Rules,
  clock: Clock | null,
  start: Position,
  plies: Array<Ply>,
  position: Position,
  opening: OpeningName | null,
  status: Status,
  clocks: Clocks,
  undone: number,
  draw_offer: Side | null,
  undo_request: Side | null,
  rematch_offer: Side | null,
  next: string | null,
  paused: boolean,
  delay_ms: number,
  present: Present,
};
export type Offer = "draw" | "undo" | "rematch";
export type Moved = {
  plies: number,
  ply: Ply,
  position: Position,
  opening: OpeningName | null,
  status: Status,
  clocks: Clocks,
  undone: number,
};
export type Line = {
  moves: Array<Naming>,
  cp?: number,
  mate?: number,
  rule?: number,
  chances: [number, number, number],
};
export type Progress = {
  depth: number,
  nodes: number,
  nps: number,
  waiting: boolean,
  place: number | null,
  lines: Array<Line>,
};
export type Refused = { code: string, message: string, zh: string };
export type FromServer =
  | { type: "game" } & Game
  | { type: "moved" } & Moved
  | { type: "thinking", plies: number, side: Side, depth: number, nodes: number, nps: number, waiting: boolean, place: number | null, lines: Array<Line> }
  | { type: "hint", plies: number, best: Naming, score: Score | null }
  | { type: "present" } & Present
  | { type: "declined", offer: Offer, by: Side }
  | { type: "progress" } & Progress
  | { type: "finished" }
  | { type: "done", re: number }
  | { type: "refused", re: number, code: string, message: string, zh: string }
  | { type: "deleted" };
export type RoomRequest =
  | { type: "hello", tokens?: Array<string>, visitor?: string | null, name?: string | null }
  | { type: "sync" }
  | { type: "move", plies: number, move: string }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "hint" }
  | { type: "draw" }
  | { type: "decline" }
  | { type: "resign" }
  | { type: "swap" }
  | { type: "rematch" }
  | { type: "pace", paused: boolean, delay_ms: number }
  | { type: "step" };
export type AnalystRequest =
  | { type: "go", lines?: number | null, fen?: string | null, moves?: Array<string>, rules?: string | null }
  | { type: "stop" };
export type EndingEntry = {
  key: string,
  zh: string,
  en: string,
  verdict: string,
  won: number,
  longest: number,
  positions: number,
  start: string,
  small: boolean,
};
export type EndgameAsked = { fen: string, point?: string | null };
export type EndgameValue = { winner: Side | null, moves: number | null };
export type EndgameMove = {
  value: EndgameValue,
  best: boolean,
  move: string,
  zh: string,
  tr: string,
  wxf: string,
  iccs: string,
};
export type EndgamePoint = { point: string, value: EndgameValue };
export type EndgameAnswer = {
  state: string,
  table: string | null,
  value: EndgameValue | null,
  too_long_for: Array<string>,
  moves: Array<EndgameMove>,
  points: Array<EndgamePoint>,
};
export type PuzzleRecord = {
  rating: number,
  deviation: number,
  tried: number,
  solved: number,
  streak: number,
  best: number,
};
export type DailyPuzzle = { id: string, fen: string, met: boolean };
export type ThemeCount = { theme: string, count: number };
export type LevelCount = { from: number, to: number, count: number };
export type PuzzleDesk = {
  total: number,
  record: PuzzleRecord | null,
  due: number,
  waiting: number,
  daily: DailyPuzzle,
  themes: Array<ThemeCount>,
  levels: Array<LevelCount>,
};
export type OwnSource = { game: string, ply: number, side: Side, played: Naming };
export type PuzzleTask = { id: string, position: Position, met: boolean, own: OwnSource | null };
export type PuzzleTry = { moves: Array<string>, clean: boolean };
export type PuzzleVerdict = "on" | "solved" | "also" | "wrong" | "shown";
export type PuzzleEnd = {
  themes: Array<string>,
  rating: number | null,
  line: Array<Ply>,
  record: PuzzleRecord | null,
  change: number | null,
  due: number | null,
};
export type PuzzleAnswer = { verdict: PuzzleVerdict, plies: Array<Ply>, position: Position, end: PuzzleEnd | null };
export type Try = { fen?: string | null, move: string };
export type Forbidden = { zh: string, en: string, points: Array<string> };
export type Tried = { forbidden: Forbidden | null };
export type OpeningName = { zh: string, en: string };
export type ExploredMove = {
  games: number,
  red: number,
  draw: number,
  black: number,
  move: string,
  zh: string,
  tr: string,
  wxf: string,
  iccs: string,
};
export type Source = "masters" | "library" | "mine";
export type Exploring = { source?: Source | null, fen?: string | null, moves?: Array<string>, rules?: string | null };
export type Explored = { name: OpeningName | null, moves: Array<ExploredMove> };
export type GameSummary = {
  id: string,
  players: Players,
  rules: Rules,
  created: number,
  updated: number,
  plies: number,
  fen: string,
  status: Status,
  side: Side | null,
  opening: OpeningName | null,
};
export type Shelf = { games: Array<GameSummary>, total: number, size: number };
export type LibraryPage = { games: Array<LibraryGame>, total: number, size: number };
export type LibraryGame = {
  id: number,
  red: string,
  black: string,
  event: string,
  title: string,
  date: string,
  result: string,
  plies: number,
  opening: OpeningName | null,
  collection: string,
};
export type LibraryCollection = { id: number, name: string, games: number };
export type ImportProgress = {
  games: number,
  added: number,
  duplicates: number,
  dropped: Array<Problem>,
  dropped_count: number,
  done: boolean,
  problem?: Problem,
};
export type NewDuel = { first: Player, second: Player, games: number, rules?: string | null };
export type DuelCreated = { id: string, token: string };
export type DuelHost = { token: string };
export type Duel = {
  id: string,
  players: [Player, Player],
  rules: Rules,
  total: number,
  stopped: boolean,
  over: boolean,
  live: string | null,
  games: Array<DuelGame>,
  table: [DuelRow, DuelRow],
  elo: DuelElo,
};
export type DuelGame = { id: string, red: 0 | 1, status: StatusWord, reason: string | null, plies: number };
export type DuelRow = { won: number, drawn: number, lost: number, points: number };
export type DuelElo = { difference: number | null, error: number | null, superiority: number | null };
export type NewLeague = {
  name: string,
  rules?: string | null,
  clock: Clock,
  games?: number | null,
  form?: LeagueForm | null,
  rounds?: number | null,
  openings?: LeagueOpenings | null,
  grace_s?: number | null,
  at_once?: number | null,
};
export type LeagueForm = "round_robin" | "swiss";
export type LeagueOpenings = "start" | "book";
export type LeagueCreated = { id: string, code: string, admin: string };
export type LeagueList = { leagues: Array<LeagueEntry> };
export type LeagueEntry = {
  id: string,
  name: string,
  created: number,
  state: LeagueState,
  bots: number,
  games: number,
  finished: number,
};
export type LeagueState = "gathering" | "running" | "paused" | "stopped" | "finished";
export type LeagueAdmin = { admin: string };
export type NewYardstick = { admin: string, player: Player };
export type LeagueRemoval = { admin: string, name: string };
export type LeagueChallenge = { bot: string, color?: Side | null, name?: string | null };
export type League = {
  id: string,
  version: number,
  name: string,
  created: number,
  state: LeagueState,
  rules: Rules,
  clock: Clock,
  games: number,
  form: LeagueForm,
  rounds: number,
  openings: LeagueOpenings,
  grace_s: number,
  at_once: number,
  players: Array<LeaguePlayer>,
  table: Array<LeagueRow>,
  results: Array<LeagueResult>,
  faults: Array<LeagueFault>,
  code?: string,
};
export type LeaguePlayer = {
  name: string,
  kind: "bot" | "level" | "zoo",
  connected: boolean,
  removed: boolean,
  faults: number,
  playing: number,
};
export type LeagueRow = {
  name: string,
  place: number,
  played: number,
  wins: number,
  draws: number,
  losses: number,
  red: number,
  black: number,
  byes: number,
  points: number,
  tie_break: number,
  elo: number | null,
  error: number | null,
};
export type LeagueResult = {
  number: number,
  round: number,
  red: string,
  black: string | null,
  game: string | null,
  result: "1-0" | "0-1" | "1/2-1/2" | null,
  reason: string | null,
  plies: number,
  fault: LeagueFault | null,
  live: boolean,
};
export type LeagueFault = {
  name: string,
  kind: FaultKind,
  number: number | null,
  ply: number | null,
  lost: boolean,
  text: Problem,
};
export type FaultKind = "time" | "illegal_move" | "lost_connection" | "crash" | "flood" | "removed";
export type BotRequest =
  | { type: "hello", league: string, name: string, key?: string | null, games?: number | null }
  | { type: "move", game: string, plies: number, move: string }
  | { type: "resign", game: string }
  | { type: "crashed", game?: string | null, why: string };
export type ToBot =
  | { type: "welcome", re: number, name: string, key: string, league: BotLeague }
  | { type: "go", game: string, fen: string, moves: Array<string>, plies: number, color: Side, opponent: string, rules: Rules, clock: BotClock, counted: boolean }
  | { type: "wait", game: string }
  | { type: "over", game: string, result: "1-0" | "0-1" | "1/2-1/2", reason: string }
  | { type: "bye", code: Goodbye, why: Problem };
export type Goodbye = "finished" | "stopped" | "removed" | "replaced";
export type BotLeague = { id: string, name: string, rules: Rules, clock: Clock };
export type BotClock = { red_ms: number, black_ms: number, increment_ms: number } | { move_ms: number };
export type StudyLine = { fen?: string | null, moves?: Array<string>, rules?: string | null };
export type Checked = { problem: Problem | null };
export type Problem = { zh: string, en: string };
export type Import = { text: string };
export type Study = {
  start: Position,
  headers?: Array<[string, string]>,
  result: string,
  remark?: string,
  notes?: StudyNotes,
  plies: Array<StudyPly>,
  position: Position,
  status: Status,
  format?: string,
  dropped?: Array<Problem>,
  more?: boolean,
};
export type StudyPly = {
  parent?: number,
  remark?: string,
  notes?: StudyNotes,
  fen: string,
  captured: string | null,
  check: boolean,
  ms: number | null,
  score: Score | null,
  depth: number | null,
  move: string,
  zh: string,
  tr: string,
  wxf: string,
  iccs: string,
};
export type StudyNotes = {
  before?: string,
  marks?: Array<number>,
  cp?: number,
  mate?: number,
  depth?: number,
  clock_ms?: number,
  commands?: Array<[string, string]>,
};
export type StudyTree = {
  fen?: string | null,
  rules?: string | null,
  headers?: Array<[string, string]> | null,
  result?: string | null,
  remark?: string | null,
  notes?: StudyNotes | null,
  line?: Array<SentNode> | null,
  notation?: string | null,
  lang?: string | null,
};
export type SentNode = { move: string, parent?: number | null, remark?: string | null, notes?: StudyNotes | null };
export type StudyToKeep = { name?: string | null, tree?: StudyTree | null };
export type StudyCreated = { id: string };
export type OpenedStudy = { name: string, study: Study };
export type Studies = { studies: Array<StudyEntry> };
export type StudyEntry = { id: string, name: string, created: number, updated: number, moves: number, fen: string };
export type Label = "only_move" | "missed_mate" | "inaccuracy" | "mistake" | "blunder";
export type ReviewAsked = {
  game?: string | null,
  library?: number,
  fen?: string | null,
  moves?: Array<string>,
  rules?: string | null,
};
export type ReviewedGame = {
  done: boolean,
  quick: [number, number],
  deep: [number, number],
  rules: string,
  start: string,
  turn: Side,
  plies: Array<Ply>,
  chances: Array<number | null>,
  phases: Array<number>,
  accuracy: [SideAccuracy, SideAccuracy],
  opening: OpeningName | null,
  left_book: number | null,
  moments: Array<number>,
  moves: Array<ReviewedMove>,
};
export type SideAccuracy = { total: number | null, phases: [number | null, number | null, number | null] };
export type ReviewedMove = {
  ply: number,
  side: Side,
  before: number,
  after: number,
  label: Label | null,
  mate: number | null,
  best: Array<Naming>,
  why: WhyTold | null,
};
export type WhyTold = { sentences: Array<Problem>, shows_better: boolean, line: Array<Ply> };
export type WhyAsked = { move: string, fen?: string | null, moves?: Array<string>, rules?: string | null };
export type WhyAnswer = { before: number, after: number, good: boolean, played: Naming, best: Naming, why: WhyTold };
export type Mistake = {
  game: string,
  ply: number,
  fen: string,
  side: Side,
  label: Label,
  loss: number,
  played: Naming,
};
export type LabTree = {
  fen?: string | null,
  algorithm: string,
  depth: number,
  nodes?: number | null,
  plies?: number | null,
  notation?: string | null,
};
export type LabCompare = { fen?: string | null, depth: number };
export type LabCount = {
  algorithm: string,
  depth: number,
  score: number,
  nodes: number,
  evaluations: number,
  cuts: number,
  complete: boolean,
};
export type LabRoute = { map: string };
export type AblationAsked = {
  first: string,
  second: string,
  seed: number,
  game: number,
  moves: Array<string>,
  results: Array<number>,
};
export type AblationMove = {
  nodes: number,
  depth: number,
  score: number,
  move: string,
  zh: string,
  tr: string,
  wxf: string,
  iccs: string,
};
export type AblationScore = { won: number, drawn: number, lost: number, elo: DuelElo };
export type AblationPlayed = {
  fen: string,
  red: 0 | 1,
  moves: Array<AblationMove>,
  status: StatusWord,
  reason: string | null,
  result: number | null,
  score: AblationScore | null,
};
export type AblationCountAsked = { fen?: string | null, first: string, second: string };
export type AblationCount = { depth: number, nodes: number, score: number, best: Naming | null, complete: boolean };
export type TreeTrace = {
  move: string | null,
  score: number,
  nodes: number,
  evaluations: number,
  cuts: number,
  complete: boolean,
  tree: Array<TreeNode>,
};
export type TreeNode = {
  parent: number | null,
  move?: string,
  notation?: string,
  alpha: number,
  beta: number,
  value: number | null,
  end: string,
  by?: string,
  by_notation?: string,
  bound?: number,
  skipped?: number,
};
export type RouteTrace = {
  algorithm: string,
  rows: number,
  columns: number,
  supplies: number,
  steps: number | null,
  path: string | null,
  expanded: number,
  complete: boolean,
  order: Array<[number, number, number, number, number]>,
};
