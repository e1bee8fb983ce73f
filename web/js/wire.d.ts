// The messages of docs/web.md, as types for the checker. The browser never loads this file.

export type Side = "red" | "black";
export type Rules = "asian" | "chinese" | "course";
export type Player = { kind: "human"; name?: string } | { kind: "level"; level: number } | { kind: "zoo"; name: string };
export type Clock = { kind: "game"; base_s: number; increment_s: number } | { kind: "move"; move_s: number };

export interface Naming { move: string; zh: string; tr: string; wxf: string; iccs: string }
/** `chances`: Red wins, draw, Black wins, in thousandths. */
export interface Score { cp?: number; mate?: number; chances: [number, number, number] }
export interface Ply extends Naming {
  fen: string;
  captured: string | null;
  check: boolean;
  ms: number | null;
  score: Score | null;
  depth: number | null;
}
export interface Position {
  fen: string;
  turn: Side;
  targets: Record<string, string[]>;
  check: boolean;
  since_capture: number;
  pieces: { red: number; black: number };
}
export interface Status {
  status: "ongoing" | "red_wins" | "black_wins" | "draw";
  reason: string | null;
  explanation: { zh: string; en: string; move?: string; attacks?: [string, string][] }[];
}
export interface Clocks { red: number | null; black: number | null; running: Side | null }
export interface Line extends Score { moves: Naming[] }
export interface Progress { depth: number; nodes: number; nps: number; waiting: boolean; lines: Line[] }

export interface Game {
  type: "game";
  id: string;
  you: (Side | "host")[];
  players: { red: Player; black: Player };
  rules: Rules;
  clock: Clock | null;
  start: Position;
  plies: Ply[];
  position: Position;
  status: Status;
  clocks: Clocks;
  undone: number;
  draw_offer: Side | null;
  undo_request: Side | null;
  paused: boolean;
  delay_ms: number;
  present: { red: boolean; black: boolean; watching: number };
}
export interface Moved {
  type: "moved";
  plies: number;
  ply: Ply;
  position: Position;
  status: Status;
  clocks: Clocks;
  undone: number;
}
export type FromServer =
  | Game
  | Moved
  | ({ type: "thinking"; plies: number; side: Side } & Progress)
  | { type: "hint"; plies: number; best: Naming; score: Score | null }
  | { type: "present"; red: boolean; black: boolean; watching: number }
  | { type: "done"; re: number }
  | { type: "refused"; re: number; code: string; message: string; zh: string }
  | { type: "deleted" };

export interface StudyPly extends Ply { remark?: string; variations?: StudyPly[][] }
export interface Study { start: Position; remark?: string; plies: StudyPly[]; position: Position; status: Status; format?: string }
export interface Duel {
  id: string;
  players: [Player, Player];
  rules: Rules;
  total: number;
  stopped: boolean;
  over: boolean;
  live: string | null;
  games: { id: string; red: 0 | 1; status: Status["status"]; reason: string | null; plies: number }[];
  table: { won: number; drawn: number; lost: number; points: number }[];
  elo: { difference: number | null; error: number | null; superiority: number | null };
}
export interface GameSummary {
  id: string;
  players: { red: Player; black: Player };
  rules: Rules;
  created: number;
  updated: number;
  plies: number;
  fen: string;
  status: Status;
}
