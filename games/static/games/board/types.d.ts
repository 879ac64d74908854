/**
 * Shapes that the modules of the game page share. The wire shapes are documented in docs/formats/. In one file, since
 * the shapes name one another.
 */

/** JSON whose shape depends on the game; the game's own modules give it a type. */
// biome-ignore lint/suspicious/noExplicitAny: no type here fits the JSON of every game
export type Json = any;

export type Colour = "orange" | "blue" | "purple" | "green" | "red";
export type Gem = Colour | "mythical";
/** The colours of Pyramido (2023). */
export type DesertColour = "brown" | "blue" | "yellow" | "turquoise" | "red" | "green";
/** The look of a stone: its carving and its jewel. In Forgotten Treasures it is named like the colour. */
export type Tint = Colour | `desert-${DesertColour}`;
/** Everything that has a symbol among the gems. */
export type Jewel = Gem | Tint;
export type GemCounts = Partial<Record<Gem, number>>;
export type Corner = "tl" | "tr" | "bl" | "br";
/** Clockwise turns in degrees (docs/rules.md A1). */
export type Rotation = 0 | 90 | 180 | 270;

export interface BlockFace<C extends string = Colour> {
  colour: C;
  icons: Corner[];
  /** the colour itself by default */
  tint?: Tint;
}
export interface DominoFace<C extends string = Colour> {
  id: number;
  blocks: [BlockFace<C>, BlockFace<C>];
}
export type Faces<C extends string = Colour> = Map<number, DominoFace<C>>;

export interface Placed {
  domino: number;
  stage: number;
  x: number;
  y: number;
  rotation: Rotation;
}
/** A placement of a domino, in cells of the open stage, as in docs/formats/actions.md. */
export interface Spot {
  x: number;
  y: number;
  rotation: Rotation;
}
export interface Box {
  columns: number;
  rows: number;
}
export interface Area<C extends string = Colour> {
  x: number;
  y: number;
  colour: C;
  icons: number;
  quadrants: [number, number][];
}

export interface Activation {
  x: number;
  y: number;
  double?: boolean;
  mythical?: number;
}
export interface ScoreAction {
  type: "score";
  activate: Activation[];
  discard: GemCounts;
}
export type Action =
  | { type: "take"; space: number; gem: Gem }
  | { type: "reveal"; space: number }
  | { type: "place"; x: number; y: number; rotation: number }
  | ScoreAction
  | { type: "legend" };

export interface BackBlock {
  colour: Colour;
  icons: number;
}
export interface Space {
  space: number;
  height: number;
  face_up: boolean;
  domino?: number;
  back?: [BackBlock, BackBlock];
  gems: GemCounts;
}
export interface ScoredActivation extends Area {
  double: boolean;
  mythical: number;
  points: number;
}
export interface ScoreRow {
  stage: number;
  activations?: ScoredActivation[];
  /** explorers: points from unused mythical gems; the Legend: how many mythical gems it holds */
  mythical: number;
  coloured?: number;
  points: number;
  discarded?: GemCounts;
}
export interface Seat {
  seat: number;
  kind: "explorer" | "legend";
  gems: GemCounts;
  scores: ScoreRow[];
  total: number;
  out?: number | null;
  complete?: boolean;
  box?: Box | null;
  dominoes?: Placed[];
  areas?: Area[];
  submitted?: boolean;
  mode?: "a" | "the";
  pile?: number[];
  preferences?: Colour[];
}
export interface PayableArea {
  x: number;
  y: number;
  colour: Colour;
  icons: number;
  single: number[];
  double: number[];
}
export type Decision =
  | { kind: "take"; spaces: { space: number; gems: Gem[] }[]; placements: [number, number, Rotation][] }
  | { kind: "reveal"; spaces: number[] }
  | { kind: "place"; domino: number; placements: [number, number, Rotation][] }
  | { kind: "score"; areas: PayableArea[]; keep: number | null; best: ScoreAction }
  | { kind: "legend" };
export interface Outcome {
  reason: string;
  scores: number[];
  ranks: number[];
  winners: number[];
}
export interface View {
  game: string;
  version: number;
  options: { seats: number; legend?: "a" | "the" };
  seat: number | null;
  phase: "take" | "reveal" | "place" | "legend" | "score" | "over";
  stage: number;
  order: number[];
  turn: number | null;
  to_move: number[];
  spaces: Space[];
  bag: GemCounts;
  discard: GemCounts;
  hand: { seat: number; domino: number } | null;
  lost: number[];
  seats: Seat[];
  submission: ScoreAction | null;
  decision: Decision | null;
  outcome: Outcome | null;
}

export type TimeControl =
  | { system: "per_move"; seconds: number }
  | { system: "fischer"; initial: number; increment: number; max: number }
  | { system: "none" };
/** A seat's clock: `left_ms` at `since_ms`; it runs out at `deadline_ms`. Both are null while it is stopped. */
export interface Clock {
  left_ms: number;
  since_ms: number | null;
  deadline_ms: number | null;
}
/** What players may ask of one another. */
export type What = "pause" | "take_back";
export interface Standing {
  /** by seat, null for seats without a clock; null without a time limit */
  clocks: (Clock | null)[] | null;
  paused_ms: number | null;
  /** seats whose player is on vacation */
  away: number[];
  asked: { what: What; seat: number; seq: number; agreed: number[] } | null;
  /** how each seat's player has left: "resigned", "timed_out", "removed" (by the site) */
  left: (string | null)[];
  may_ask_back: number[];
  may_abort: boolean;
}

export interface TableSeat {
  seat: number;
  kind: string;
  player: { id: string; name: string; guest: boolean; bot: boolean } | null;
  /** the level at which the computer plays here (also for a player who has left), or null */
  ai: string | null;
  you: boolean;
}
export interface Table {
  /** one person plays all seats, each of which has its name: none is “you” */
  by_hand?: boolean;
  id: string;
  url: string;
  game: string;
  rules_version: number;
  options: { seats: number; legend?: "a" | "the" };
  status: "open" | "running" | "finished" | "aborted";
  seats: TableSeat[];
  /** the level that plays on for a player who leaves; null if the seat drops out */
  substitute: string | null;
  terms: { time_control: TimeControl; weekend: string | null; vacation: boolean };
  rated: boolean;
  /** it was to be rated but is not: two of its players have begun too many rated games together */
  limited: boolean;
  seq: number | null;
  commitment: string;
  to_move: number[];
  can_take_back: boolean;
  opened_ms: number;
  started_ms: number | null;
  finished_ms: number | null;
  deadline_ms: number | null;
  /** matters outside the game's rules; null before the start */
  standing: Standing | null;
  outcome: Outcome | null;
  /** of an ended game: the table of the rematch, and the seats of this one whose players have accepted */
  rematch?: {
    id: string;
    url: string;
    status: "open" | "running" | "finished";
    rated: boolean;
    limited: boolean;
    accepted: number[];
  } | null;
  /** moves by which those who do not play are behind */
  watch_delay?: number;
}

/** A table that the reader can open next; `name` is its computer players' or its kind's. */
export interface NextTable {
  options: Record<string, string | number>;
  ai: string[];
  name: string;
}
/** What the end of a game brought the reader (docs/formats/api.md). */
export interface Ending {
  points: number | null;
  best_before: number | null;
  games: number;
  streak: number;
  unlocked: { options: Record<string, string | number>; name: string }[];
  again: NextTable | null;
  harder: NextTable | null;
}
/** Points of a finished game by source (docs/formats/api.md): `seats[seat][stage][source]`. */
export interface Points {
  stages: string[];
  sources: { key: string; name: string }[];
  seats: number[][][];
}

/**
 * How a rated game changed a rating (docs/formats/api.md), in hundredths of a point; `expected` and `scored` are
 * in millionths.
 */
export interface Moved {
  seat: number;
  before: number;
  after: number;
  expected: number;
  scored: number;
  k: number;
  /** rated games, this one included */
  games: number;
  provisional: boolean;
  cause: "result" | "annulment" | "reinstatement" | "refold";
  annulled: boolean;
  reason: string;
}

export interface GameEvent {
  seq: number;
  seat: number | null;
  kind: string;
  payload?: Record<string, Json>;
  at_ms: number;
  hash?: string;
}
export interface Problem {
  code: string;
  detail: string;
  field?: string | null;
  seq?: number | null;
  /** the name of the rate limit that was reached */
  limit?: string;
  /** the address of the paragraph of the rules that explains it */
  rules?: string;
}
export type Room = "players" | "spectators";
export interface ChatLine {
  id: string;
  room: Room;
  by: { id: string; name: string; guest: boolean; bot: boolean };
  seat: number | null;
  text: string;
  /** removed by a moderator: `text` is empty */
  hidden: boolean;
  at_ms: number;
}
export interface ChatPage {
  read: Room[];
  write: Room[];
  room: Room | null;
  /** the latest first */
  results: ChatLine[];
  /** address of earlier ones, or null */
  next: string | null;
  /** ids of the people whom the reader blocks */
  muted: string[];
  silenced: string | null;
}
export type Link = "connecting" | "live" | "silent" | "lost" | "polling";

/** A JSON pointer into the public view, and the value that must be there (docs/formats/plans.md). */
export interface Condition {
  at: string;
  is: Json;
}
export interface PlanTurn {
  if: Condition[];
  do: Action[];
}
export interface StoredPlan {
  state: "waiting" | "played" | "dropped";
  turns: PlanTurn[];
  /** actions played */
  done: number;
  at_ms: number;
  /** why it was dropped; `at` is the condition that failed */
  why: { code: string; detail: string; at: string | null } | null;
}
/** How a game describes conditional moves. Views and actions are the game's own. */
export interface Plans {
  /** Return the view without what the preview made up at random. */
  hide(view: Json, unknown: string[]): Json;
  /** Return what the actions depend on in the public view at the start of the turn; `on`: a condition by default. */
  conditions(view: Json, actions: Json[]): (Condition & { on: boolean })[];
  /** Return a condition as the second half of "only if …". */
  sentence(condition: Condition): string;
  /** Describe an action in a sentence that begins in lower case. */
  deed(action: Json): string;
}

export type Sending = "act" | "take_back" | "resign" | "abort" | "ask" | "answer" | "resume";

export interface SessionState {
  table: Table;
  view: View | null;
  /** the cursor: seq of the last event that `view` contains, −1 before the start */
  seq: number;
  /** the game's log is damaged: its last sound position is shown, and nothing can be done */
  broken: boolean;
  events: GameEvent[];
  link: Link;
  /** the request that is not confirmed yet */
  sending: Sending | null;
  /** how far the server's clock is ahead of the browser's */
  ahead_ms: number;
  problem: Problem | null;
  /** the latest hint; `seq` is its decision's */
  hint: { seq: number; action: Action } | null;
  /** the move that waits for the reader to say whether it is to be sent */
  question?: Action | null;
  /** how the game changed ratings, once it is known */
  ratings?: Moved[];
  /** the player's own plan, once it is known */
  plan?: StoredPlan | null;
}
/** A change of the state, with the new events (none if the whole view was replaced). */
export interface Change {
  events: GameEvent[];
  before: View | null;
}
export interface Session {
  readonly state: SessionState;
  onChat: (line: ChatLine) => void;
  /** Send an action. One that cannot be taken back (`final`) becomes the question first, if the reader wants that. */
  act(action: Action, final?: boolean): void;
  /** Send the move in question, or leave it to be changed. */
  answerQuestion(send: boolean): void;
  takeBack(): void;
  resign(): void;
  abort(): void;
  askFor(what: What): void;
  /** Agree to or decline the request of event `asked_seq`. The player who asked withdraws it by declining. */
  answer(agree: boolean, asked_seq: number): void;
  /** End the pause. */
  goOn(): void;
  askHint(): Promise<number>;
  readHint(): Promise<void>;
  dismissProblem(): void;
  listen(listener: (change: Change) => void): void;
  start(): void;
}

/** A game's board. There is one for each mounted table; it keeps the drafts. */
export interface BoardComponent {
  /** The page's button and key ask for hints; the board makes them drafts. */
  readonly hint: import("./table/hint").Hint;
  readonly plans: Plans;
  /** The reader's view, without a decision once the computer plays on for them. */
  readonly view: { decision: unknown; phase: string };
  readonly ui: { resultHidden: boolean; watched: number };
  /** The seat whose board is in the middle while something is played back. */
  spotlight: number | null;
  /** Whether it shows a moment of the past, in which nothing can be done. */
  past: boolean;
  /** Whether what it shows does not follow from what it showed before, so that nothing is animated. */
  leaps: boolean;
  turns: Map<string, [string, string]>;
  /** Whether each player sees more of the game than spectators do, until a choice is revealed. */
  readonly hides: boolean;
  /** A new state has come in: keep or reset drafts. */
  arrived(change: Change): void;
  /** Return whose turn it is and what can be done, in one sentence; `yours`: the reader is to act. */
  status(): { text: string; yours: boolean };
  /** The action that would be sent now, or null while a choice is missing. */
  ready(): unknown;
  /** Make an action the draft, and describe it. */
  suggest(action: Json): import("./table/hint").Suggestion;
  /** Return the parts of the page, in the document's order. */
  render(): Parts;
  /** Return a small picture of every seat's board, with the drawings that it refers to. */
  everybody(): VChild;
  /** Return what the strip shows of each seat. */
  strip(): StripSeat[];
  /** Return how far the game is, in a few words. */
  stageNote(): string;
  /** Return the name of the stage or round in which a view is, or "". */
  stageOf(view: Json): string;
  /** Show a seat's board. */
  look(seat: number): void;
  /** Return the sound of a fact of the log, or null. */
  soundOf(fact: Json): import("./sound/voices").SoundName | null;
  /** Whether a seat of the view has built something that can be shown in the middle. */
  builds(seat: Json): boolean;
  /** Return what events have moved, and from where to where. */
  paths(events: GameEvent[]): Path[];
  /** Return the lines of the log. */
  logLines(events: GameEvent[]): LogLine[];
  /** Take back the last step that has not been sent; return whether there was one. */
  cancel(): boolean;
  /** Handle a key that no control has used; return whether it did anything. */
  key(event: KeyboardEvent): boolean;
}
/** The way of a piece over the page: selectors of its old place and its new one, of which the first in sight count. */
export interface Path {
  /** whose deed it is */
  seat: number | null;
  /** none if it was not in sight */
  from?: string[];
  to: string[];
  delay_ms?: number;
}
export interface LogLine {
  key: string;
  text: string;
  seat: number | null;
  tone?: "stage" | "result" | "end" | "quiet";
  gems?: Jewel[];
  /** it tells its reader something new, though it is about the reader */
  news?: boolean;
}
export interface StripSeat {
  seat: number;
  kind: string;
  points: number;
  /** how far they are, or what they want, in a few characters */
  note: VChild;
  moving: boolean;
  out: boolean;
  /** their board is the one in the middle */
  main: boolean;
}
export interface Parts {
  /** the part that the decision is about */
  focus: "market" | "pyramid" | "score" | "result";
  market: VChild;
  pyramid: VChild;
  tray: VChild;
  actions: VChild;
  /** Return what the panel beside the board shows of the others. */
  others(): VChild;
  /** Return the score sheet. */
  sheet(): VChild;
  overlay: VChild;
}

export type VChild = VNode | string | number | null | false | undefined | VChild[];
export interface VNode {
  tag: import("./elements").Tag;
  props: Readonly<Record<string, unknown>>;
  children: (VNode | string)[];
  key: string | number | undefined;
}
