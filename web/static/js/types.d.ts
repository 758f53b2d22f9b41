// The types that several scripts share: what the server sends, and what the functions of core/dom.js take.
// Every name here is global, so that a comment in a script may use it without an import.

// --- Text ---

/** A text in English, Japanese and those further languages that have it. */
interface LocalText {
  en: string;
  ja: string;
  [language: string]: string | undefined;
}
/** A term. `kana` says how its Japanese name is read. */
interface TermName extends LocalText {
  kana?: string;
}
interface Term {
  en: string[];
  ja: string[];
  name: TermName;
  /** What it means; null for words that only have a reading. */
  says: LocalText | null;
  /** How further languages write it. */
  [language: Language]: unknown;
}
/** An ISO 639-1 code, one of those on *Settings*. */
type Language = string;
type MessageValues = Record<string, string | number>;

// --- Elements ---

type Child = Node | string | number | false | null | undefined | readonly Child[];
/** A listener may name the kind of event that it gets. */
type Listener = { listen(event: Event): unknown }["listen"];
type Props = { [name: string]: string | number | boolean | null | undefined | Listener };
type TagName<Tag extends string> = Tag extends `${infer Name}.${string}` ? Name : Tag;
/**
 * The elements of which a script uses more than every element has. The map of all elements would do, but takes the
 * compiler ten times as long, because it compares each of them with what may be a child.
 */
interface SpecialElements {
  a: HTMLAnchorElement;
  button: HTMLButtonElement;
  canvas: HTMLCanvasElement;
  details: HTMLDetailsElement;
  dialog: HTMLDialogElement;
  form: HTMLFormElement;
  img: HTMLImageElement;
  input: HTMLInputElement;
  option: HTMLOptionElement;
  output: HTMLOutputElement;
  select: HTMLSelectElement;
  svg: SVGSVGElement;
  textarea: HTMLTextAreaElement;
  video: HTMLVideoElement;
}
type ShapeTag = "circle" | "g" | "image" | "path" | "polygon" | "polyline" | "text";
type ElementOf<Tag extends string> =
  TagName<Tag> extends keyof SpecialElements
    ? SpecialElements[TagName<Tag>]
    : TagName<Tag> extends ShapeTag
      ? SVGElement
      : HTMLElement;
/** Opens a tab of the main page. */
type OpenTab = (tab: string) => void;
type Point = [x: number, y: number];

// --- Games and decks ---

interface Game {
  key: string;
  name: TermName;
  decks: string[];
  /** Names of the rounds, where players name them. */
  rounds: LocalText[];
  outcomes: Record<string, LocalText>;
  classes: { key: string; name: TermName; says: LocalText; example: string[] }[];
  /** Cards that only this game tells from others of the same face, and those others. */
  told_apart: string[];
}
interface Face {
  name: TermName;
  spoken: LocalText;
  number: number | null;
  copies: number;
}
interface CardGroup {
  name: TermName;
  codes: string[];
}
interface Deck {
  kind: string;
  name: TermName;
  faces: Record<string, Face>;
  groups: CardGroup[];
  /** Further cards, which only some games add to the pack. */
  extras: CardGroup[];
}

// --- The evening ---

interface ServerError {
  code: string;
  message: LocalText;
  /** Whether the server did not send it. */
  foreign?: boolean;
  seat?: number | null;
  /** The cards it is about. */
  cards?: string[];
}
interface Reason {
  code: string;
  text: LocalText;
  points?: number;
  section?: string;
}
interface HandValue {
  seat: number;
  class: string | null;
  total: number | null;
  reasons: Reason[];
}
interface Transfer {
  from: number;
  to: number;
  stones: number;
  reason?: Reason;
}
interface Settlement {
  outcome: string;
  net: number[];
  transfers: Transfer[];
  hands: HandValue[];
  reasons: Reason[];
  stones?: number[];
  carried?: number;
  house?: number;
}
/** Cards of one answer. `seat` is null where they lie on the table. */
interface ShownCards {
  seat: number | null;
  label: LocalText;
  cards: string[];
  /** Whether each made the hand. */
  counted: boolean[];
  /** The cards of each yaku, by the code of the line that names it. */
  yaku?: Record<string, string[]>;
  /** Whether the camera is sure of each; left out where nobody doubts any. */
  sure?: boolean[];
}
interface BookedRound {
  number: number;
  round: number;
  /** Players by their place, dealer first. */
  seats: number[];
  undone: boolean;
  settlement: Settlement;
  cards: ShownCards[];
}
interface Evening {
  id: number;
  game: string;
  deck: string;
  faces: Record<string, number>;
  /** The numbers of cards that this game counts otherwise than they are printed. */
  numbers: Record<string, number>;
  options: Record<string, unknown>;
  players: string[];
  /** The people who play under each name of `players`: one, or both of a pair. */
  members: string[][];
  stones: number[];
  dealer: number;
  seat_order: number[];
  round: number;
  pot: number;
  over: boolean;
  closed: boolean;
  away: number[];
  undoable: number | null;
  redoable: number | null;
  game_winners: number[];
  playable: boolean;
  /** Whether somebody seated can take more stones. */
  /** Whether one more can sit down. */
  can_join: boolean;
  can_buy: boolean;
  earlier_games: string[];
  totals: number[] | null;
  /** Won in the whole evening, by the people of `members`; null in its first game. */
  member_totals: number[][] | null;
  rounds: BookedRound[];
}

// --- The round being entered ---

/** A card on a picture as it was read. */
interface CardRead {
  card: string | null;
  confidence: number;
  sure: boolean;
  face: "up" | "down";
  corners: Point[];
  alternatives: { card: string; confidence: number }[];
  /** Why it is not sure, "" for no doubt. */
  doubt: string;
}
/** A card of which too little shows to name it. */
interface HiddenCard {
  /** Code of the face that lies over it; null if none does. */
  under: string | null;
  corners: Point[];
}
interface Picture {
  name: string;
  /** Path of the hand that it shows; null where it shows the whole table. */
  hand?: string | null;
  /** Whether a picture taken for one hand seems to show the whole table. */
  whole_table?: boolean;
  width: number;
  height: number;
  cards: CardRead[];
  hidden: HiddenCard[];
}
/** A card of a hand. `read` is its place on the picture, `at` where the host added it. */
interface DraftCard {
  card: string;
  sure: boolean;
  read: number | null;
  at?: Point;
  /** Key of its read on an earlier picture. */
  earlier?: string;
}
/** A card as it was read on some picture. */
interface SeenCard {
  name: string;
  width: number;
  height: number;
  read: CardRead;
}
type AnswerValue = DraftCard[] | number | string | boolean | null | unknown[];
type Answers = Record<string, unknown>;
/** A question of the round. `path` names its answer. */
interface Prompt {
  path: string;
  kind: "cards" | "number" | "choice" | "choices" | "sequence";
  label: LocalText;
  help: LocalText;
  seat: number | null;
  least: number;
  /** Less than `least` where there is no limit. */
  most: number;
  ordered: boolean;
  values: unknown[];
  says: LocalText[];
  default: unknown;
  optional: boolean;
  /** A path and a value: shown only while that is the answer there, or one of several. */
  only_with: [path: string, value: unknown] | null;
  laid: boolean;
  /** The only cards that can answer; empty where any can. */
  cards: string[];
  /** The cards that count, where others may lie among them; empty: all. */
  counting: string[];
  /** Prompts with the same key share a whole, such as all cards in play. */
  shares: string;
}
/** x, y of the middle, width and height, all as fractions of the picture. */
type Zone = [x: number, y: number, width: number, height: number];
interface TableChange {
  number: number;
  kind: "appeared" | "gone" | "moved" | "turned";
  card: string | null;
}
interface WatchedTable extends Picture {
  lying: { number: number; covered: boolean }[];
  changes: TableChange[];
}
interface Tabletop {
  automatic: boolean;
  awaiting: boolean;
  watching: boolean;
  still: boolean;
  zones: Zone[];
  table: WatchedTable | null;
}
/** What the round would settle, or what is missing, or why it cannot be. */
interface Preview {
  settlement?: Settlement;
  cards?: ShownCards[];
  stones?: number[];
  over?: boolean;
  missing?: string[];
  error?: ServerError;
  /** Answers that put the error right. */
  cures?: { label: LocalText; answers: Answers }[];
}
interface FollowedMove {
  t: number;
  event: string;
  seat: number | null;
  card: string | null;
  text: LocalText;
  /** What is wrong with it by the rules, or where table and record disagree. */
  fault: LocalText | null;
}
/** A round that the camera follows. From `phase` on it is there only while one is. */
interface Following {
  on: boolean;
  hints: boolean;
  offered: boolean;
  phase?: "waiting" | "playing" | "lost" | "over" | "away";
  problem?: LocalText | null;
  lost?: LocalText | null;
  shown?: { seat: number | null; cards: string[]; sure: boolean[] }[];
  count?: number;
  moves?: FollowedMove[];
  faults?: FollowedMove[];
  can_take_back?: boolean;
  /** `guess`: the likeliest answer is entered, and somebody must say that it is right. */
  asks?: { key: string; path: string; text: LocalText; guess: boolean }[];
  differing?: string[];
  turn?: number | null;
  may?: LocalText[];
}
/** Why rounds cannot be followed yet. */
interface Obstacle {
  code: string;
  text: LocalText;
  path: string;
  label: LocalText | null;
}
/** The whole state. From `asks` on it is there only while an evening is played. */
interface Snapshot {
  version: number;
  says: LocalText | null;
  saved: boolean;
  scanner: { state: "up" | "down" | "starting"; camera: boolean; demo: boolean };
  evening: Evening | null;
  people: { number: number; joined: string[]; asking: string[] };
  asks: Prompt[];
  draft: {
    begun: boolean;
    hands: Record<string, DraftCard[]>;
    answers: Answers;
    picture: Picture | null;
    unsure: number;
    followed: boolean;
    /** Whether a picture was shared out to the seats last. */
    shared_out: boolean;
    /** Answers that follow from others. They are among `answers`, too. */
    implied: Answers;
    earlier_reads: Record<string, SeenCard>;
  };
  /** Whether the round was started over just now, or a correction left. */
  dropped: boolean;
  preview: Preview;
  /** By seat what the game can say of its cards so far. */
  notes: Record<number, LocalText[]>;
  /** By seat what a hand that has its cards is worth, also while others are missing. */
  worth: Record<number, { class: string | null; total: number | null }>;
  tabletop: Tabletop | null;
  keeping: { wanted: boolean | null; deck: string; kept: number } | null;
  /** `evening`: the game of the round, if another is being played. */
  editing: { number: number; round: number; seats: number[]; later: number; evening: Evening | null } | null;
  following?: Following;
}
/** What this phone may do. */
interface Phone {
  host: boolean;
  name: string;
  offered: boolean;
  /** Wrong PINs of others in the last hour, for hosts. */
  guesses: number;
  /** Phones that ask for a name, for hosts and for the phone that holds it. */
  asks: { phone: string; name: string; address: string }[];
  /** Names that went to another phone, for hosts. */
  moves: { number: number; name: string }[];
}

// --- History and tally ---

interface Turn {
  kind: "settled" | "undone" | "redone" | "edited";
  who: string;
  at: string;
}
interface RoundEntry {
  kind: "round";
  number: number;
  undone: boolean;
  undoable: boolean;
  redoable: boolean;
  game: number;
  round: number;
  seats: string[];
  net: number[];
  turns: Turn[];
  was: number[][];
}
/** An entry that is no round. Which names it holds depends on its kind. */
interface EveningEntry {
  kind: "opened" | "began" | "joined" | "bought" | "left" | "swapped" | "closed" | "reopened";
  number: number;
  undone: boolean;
  undoable: boolean;
  redoable: boolean;
  who: string;
  at: string;
  game: string;
  players: string[];
  player: string;
  stones: number;
  one: string;
  other: string;
}
interface History {
  items: (RoundEntry | EveningEntry)[];
  more: boolean;
}
interface RoundDetails {
  number: number;
  game: number;
  round: number;
  followed: boolean;
  seats: string[];
  settlement: Settlement;
  cards: ShownCards[];
  was: Settlement[];
  was_cards: ShownCards[][];
}
/** What a camera followed of a round. */
interface RoundRecord {
  seats: string[];
  deck: string;
  table: { t: number; number: number; seat: number | null; card: string | null; gone: boolean }[];
  moves: { t: number; text: LocalText; note: LocalText | null }[];
}
interface TallyGame {
  game: string;
  options: Evening["options"];
  rounds: number;
  players: string[];
  stones: number[];
  brought: number[];
  /** Of `brought`, what was taken in the middle of the game. */
  bought: number[];
  /** What each of the tally's `names` won or lost in it, null for who sat in no seat. */
  nets: (number | null)[];
}
interface Tally {
  names: string[];
  ranking: { place: number; name: string; net: number }[];
  payments: { from: number; to: number; stones: number }[];
  unowned: number;
  games: TallyGame[];
  wins: number[];
  best: {
    name: string;
    game: number;
    class: string;
    total: number | null;
    round: number;
    notable: boolean;
    cards: string[];
    counted: boolean[];
  }[];
  course: { game: number; round: number; held: number[] }[];
}

// --- Learning ---

interface Advice {
  place: LocalText | null;
  advice: Reason[];
}
interface Question {
  key: string;
  drill: string;
  cards: string[];
  /** Cards beside these. None in a question that a phone has kept since before there were any. */
  rows?: { label: LocalText; cards: string[] }[];
  ask: LocalText;
  choices: TermName[];
  right: number;
  why: LocalText[];
}
/** A practice round as far as the learner has played it. */
interface PlayedRound {
  seats: string[];
  seat: number;
  hand: string[];
  piles: { label: LocalText; cards: string[] }[];
  lines: LocalText[];
  question: LocalText;
  choices: { key: string; label: LocalText; card: string }[];
  odds: { unseen: number; sections: { title: LocalText; lines: Chance[] }[] } | null;
  may_play_on: boolean;
  settlement: Settlement | null;
  names: Record<string, TermName>;
  numbers: Record<string, number>;
}
/** What one choice came to in rounds played on. */
interface PlayedOn {
  key: string;
  says: LocalText;
  card: string;
  net: number;
  squares: number;
  ends: { key: string; says: LocalText; count: number }[];
}
interface Playouts {
  first: number;
  most: number;
  rounds: number;
  choices: PlayedOn[];
}
interface Drills {
  drills: Record<string, LocalText>;
  names: Record<string, LocalText>;
  questions: Question[];
}
/** The page on which cards are laid to learn from. */
interface Lesson {
  game: string;
  deck: string;
  options: Record<string, unknown>;
  faces: Record<string, Face>;
  groups: CardGroup[];
  places: { says: LocalText; role: string }[];
  roles: { key: string; says: LocalText }[];
}
interface Chance {
  says: LocalText;
  /** An exact fraction, such as 3/38. */
  chance: string;
  decimal: number;
  faces?: Record<string, number>;
}
interface LaidCard {
  card: string;
  name: TermName;
  number: number | null;
  group: TermName;
  kind: TermName;
  points: number | null;
}
interface HandExplanation {
  cards: LaidCard[];
  value: HandValue | null;
  class: { name: TermName; says: LocalText } | null;
  near: Chance[];
  odds: { unseen: number; sections: { title: LocalText; lines: Chance[]; average?: { decimal: number } }[] } | null;
  why_not: Record<string, ServerError>;
}

// --- Setting up ---

type CheckMark = "good" | "poor" | "unknown";
interface Measurement {
  marks: Record<string, CheckMark>;
  figures: Record<string, number | null>;
  needed: Record<string, number>;
  glare: Zone[];
  cloth: Point[];
  card: Point[];
}
interface Calibration {
  measured: Measurement | null;
  number: number;
  kept: { seats: number } | null;
  camera: boolean;
}
interface EnrolledDeck {
  name: string;
  label: string;
  kind: string;
  named: number;
  sure: number;
  near: [string, string][];
}
interface Enrolment {
  plan: { name: string; kind: string; order: string[]; required: number; odd: Record<number, string> } | null;
  label: string | null;
  grid: number;
  taken: number[];
  lesson: { running: boolean; share: number; says: LocalText; refusal: ServerError | null } | null;
  learned: EnrolledDeck | null;
  camera: boolean;
}
interface EnrolmentPicture extends Enrolment {
  accepted: boolean;
  seen: { cards: Point[][]; wanted: number };
}

// --- The hall ---

/** A table in the overview of the hall. */
interface HallCard {
  table: number;
  name: string;
  state: string;
  evening: string | null;
  disagreements: number;
  game: string | null;
  round: number;
  over: boolean;
  players: { name: string; stones: number }[];
}
interface HallRound {
  number: number;
  round: number;
  undone: boolean;
  edited: boolean;
  disagrees: boolean;
  seats: string[];
  net: number[];
}
interface HallDetail extends HallCard {
  disagreeing: { game: number; round: number }[];
  rounds: HallRound[];
  totals: { name: string; member_name: string | null; net: number }[];
}
interface HallBoard {
  board: number;
  players: string[];
  numbers: number[];
  nets: number[] | null;
  from: "referee" | "table" | null;
  rounds: number;
  table: number | null;
  same_rules: boolean;
}
interface HallEventRound {
  round: number;
  begun: boolean;
  boards: HallBoard[];
  out: string[];
}
interface HallStanding {
  place: number;
  player: number;
  name: string;
  points: number;
  stones: number;
  won: number;
  state: string;
}
interface HallEvent {
  event: number;
  scoring: string;
  counts: LocalText;
  planned: number;
  closed: boolean;
  clock: { left_s: number; runs: boolean } | null;
  rounds: HallEventRound[];
  standings: HallStanding[];
}
