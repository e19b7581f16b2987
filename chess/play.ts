/**
 * What a program declares for a player: position, game and search, whether it is thinking, its level, and the keys that
 * enter a position or a level.
 *
 *     .row level, 0..0 at $074f element=byte role=level from=1 names="easy, 5 s a move" keys="digit Escape"
 *     .row thinking, 0..0 at $0795 element=byte role=thinking
 *     .row position, 0..63 at $0700 element=byte fen=board keys="s x fen Enter" …
 *
 * `keys` are the names of keys in their order; `fen` and `digit` stand for what is entered.
 */
import { decodeGameBoard, decodeOctadBoard } from './decode-board.ts';
import { createContext } from './decode-context.ts';
import { decodeGame, turnNumber } from './decode-game.ts';
import { decodeSearch } from './decode-search.ts';
import type { MemoryReader } from './declared-tables.ts';
import { bankOf, type ProgramDeclarations, type TableDeclaration } from '#basics';
import type { DecodedTables, GameRecord, PlayedTurn } from './decoded.ts';
import { boardToFen, placementOf } from './fen.ts';
import { placementFen, placementPieces, fenLetter } from './fen-board.ts';
import type { PlainKind, PlainPiece, Side } from './plain-piece.ts';

/** How strong the program plays. */
export interface PlayLevel {
  /** As the program shows it. */
  readonly level: number;
  /** `digit`: a digit is typed; `next`: a key goes to the next one; null: it cannot be changed by keys. */
  readonly entered: 'digit' | 'next' | null;
  /** The number that the first level is shown as. */
  readonly from: number;
  /** What the levels are called, from the first on; none where the program does not say. */
  readonly names: readonly string[];
}

export interface DecodedPlay {
  /** Board, game and search, and nothing else. The board is that of the game, also while the program searches. */
  readonly tables: DecodedTables;
  /** Null if the program does not say. */
  readonly thinking: boolean | null;
  readonly level: PlayLevel | null;
  /** Whether a position can be entered by keys. */
  readonly takesPosition: boolean;
}

export function declaresBoard({ tables }: Pick<ProgramDeclarations, 'tables'>): boolean {
  return tables.some(({ index, element }) => (index === 'square' && element === 'piece') || element === 'octad-state');
}

/** What is declared, as it is in `memory` now. Never throws, whatever the bytes. */
export function decodePlay(memory: MemoryReader, declarations: ProgramDeclarations): DecodedPlay {
  const context = createContext(memory, declarations);
  const search = decodeSearch(context);
  const thinking = byRole(declarations, 'thinking');
  return {
    tables: {
      geometry: declarations.squares,
      board: decodeGameBoard(context, search) ?? decodeOctadBoard(context),
      attackMaps: [],
      pieceLists: null,
      neighbours: null,
      game: decodeGame(context),
      search,
      bits: [],
      oracle: null,
      problems: context.problems.sentences(),
    },
    thinking: thinking === undefined ? null : memory.read(thinking.address, bankOf(thinking)) !== 0,
    level: levelOf(memory, declarations),
    takesPosition: positionKeys(declarations, '') !== undefined,
  };
}

/** Fields of a FEN that a program takes: pieces, side, castling, en passant. */
const FIELDS = 4;

/** The keys that enter a FEN, in their order; undefined if the program declares none. */
export function positionKeys({ tables }: ProgramDeclarations, fen: string): readonly string[] | undefined {
  const table = tables.find(({ attributes }) => attributes['fen'] === 'board');
  const typed = fen.trim().split(/\s+/).slice(0, FIELDS).join(' ');
  return table && keysOf(table)?.flatMap((key) => (key === 'fen' ? [...typed] : [key]));
}

/** The keys that choose a level, 0 to 9, or the next one; undefined if the program declares none. */
export function levelKeys(declarations: ProgramDeclarations, level: number): readonly string[] | undefined {
  const table = byRole(declarations, 'level');
  return table && keysOf(table)?.map((key) => (key === 'digit' ? String(level) : key));
}

function levelOf(memory: MemoryReader, declarations: ProgramDeclarations): PlayLevel | null {
  const table = byRole(declarations, 'level');
  if (table === undefined) return null;
  const keys = keysOf(table);
  const from = Number(table.attributes['from'] ?? 0);
  const level = memory.read(table.address, bankOf(table)) + from;
  const entered = keys === undefined ? null : keys.includes('digit') ? 'digit' : 'next';
  return { level, entered, from, names: table.attributes['names']?.split(', ') ?? [] };
}

function byRole({ tables }: ProgramDeclarations, role: string): TableDeclaration | undefined {
  return tables.find(({ attributes }) => attributes['role'] === role);
}

function keysOf({ attributes }: TableDeclaration): readonly string[] | undefined {
  return attributes['keys']?.split(' ');
}

type Squares = (PlainPiece | null)[];

/** What a pawn becomes, by the letter of coordinate notation. */
const PROMOTIONS: Readonly<Record<string, PlainKind>> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/**
 * The pieces after each move of a line.
 * @param placement first field of a FEN
 * @param moves in coordinate notation; the squares show whether the first one has already been played
 * @returns first fields of FENs, as many as moves that can be played: the line may be older than the position
 */
export function playLine(placement: string, moves: readonly string[]): string[] {
  const squares = placementPieces(placement) ?? [];
  const positions: string[] = [];
  let mover: Side | undefined;
  for (const [index, move] of moves.entries()) {
    // A move has been played if its piece has arrived.
    const played = index === 0 && !squares[squareOf(move, 0)] && Boolean(squares[squareOf(move, 2)]);
    const piece = squares[squareOf(move, played ? 2 : 0)];
    if (!piece || piece.side === mover) break;
    if (!played) playMove(squares, move, piece);
    mover = piece.side;
    positions.push(placementFen(squares));
  }
  return positions;
}

function playMove(squares: Squares, move: string, piece: PlainPiece): void {
  const [from, to] = [squareOf(move, 0), squareOf(move, 2)];
  if (piece.kind === 'king' && Math.abs(to - from) === 2) castle(squares, from, to);
  const isPassing = piece.kind === 'pawn' && (to - from) % 8 !== 0 && squares[to] === null;
  if (isPassing) squares[from - (from % 8) + (to % 8)] = null;
  const kind = PROMOTIONS[move.charAt(4)];
  squares[to] = kind === undefined ? piece : { ...piece, kind };
  squares[from] = null;
}

function castle(squares: Squares, from: number, to: number): void {
  const corner = to > from ? from + 3 : from - 4;
  squares[(from + to) / 2] = squares[corner] ?? null;
  squares[corner] = null;
}

/** The square that two characters of a move name, a1 being 0 and b1 being 1. */
function squareOf(move: string, at: number): number {
  return move.charCodeAt(at) - 'a'.charCodeAt(0) + 8 * (Number(move.charAt(at + 1)) - 1);
}

/** The game as a PGN; without its first position where the board is that of a node. */
export function playToPgn({ tables: { board, game } }: Pick<DecodedPlay, 'tables'>): string {
  const turns = game?.turns ?? [];
  if (!board || board.node) return gameToPgn({ turns });
  if (turns.length > 0) return gameToPgn({ turns }, placementOf(board));
  const fen = boardToFen(board);
  return `${fen.startsWith(`${FIRST_PLACEMENT} w`) ? '' : tagsOf(fen)}${gameToPgn({ turns })}`;
}

/** The most characters of a line that the PGN standard recommends. */
const LINE = 79;

/** Where a game begins that was not set up. */
const FIRST_PLACEMENT = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

/**
 * The record as a PGN. A piece's move names both squares (`Ng1f3`), which PGN always allows and which needs no
 * position; checks are not marked. A game that did not begin as usual has its first position in tags, found by taking
 * the turns back.
 * @param placement the pieces after the turns, as the first field of a FEN; without it, there are no tags
 */
export function gameToPgn({ turns }: Pick<GameRecord, 'turns'>, placement = ''): string {
  const words = turns.flatMap((turn, index) => {
    const isNumbered = turn.piece.side === 'white' || index === 0;
    return [...(isNumbered ? [turnNumber(turns, index).replace('…', '...')] : []), pgnMove(turn)];
  });
  return `${tagsBefore(turns, placement)}${pgnLines([...words, '*'])}\n`;
}

/** The tags of the position before the turns, unless it is the usual one or is not known. */
function tagsBefore(turns: readonly PlayedTurn[], placement: string): string {
  const [first] = turns;
  const begun = placementBefore(placement, turns);
  if (first === undefined || begun === undefined) return '';
  return begun === FIRST_PLACEMENT && first.piece.side === 'white' ? '' : tagsOf(fenBefore(first, begun));
}

function tagsOf(fen: string): string {
  return `[SetUp "1"]\n[FEN "${fen}"]\n\n`;
}

function fenBefore({ piece, castling, type, to }: PlayedTurn, placement: string): string {
  const side = piece.side === 'white' ? 'w' : 'b';
  return [placement, side, castling, type === 'en-passant' ? to : '-', '0', '1'].join(' ');
}

/** The pieces before some turns; undefined if these do not lead to the pieces that there are now. */
function placementBefore(placement: string, turns: readonly PlayedTurn[]): string | undefined {
  const squares = placementPieces(placement);
  if (squares === undefined) return undefined;
  for (const turn of turns.toReversed()) if (!takeBack(squares, turn)) return undefined;
  return placementFen(squares);
}

/** Takes a turn back; whether the pieces are as it has left them. */
function takeBack(squares: Squares, { from, to, piece, promotion, captured, type }: PlayedTurn): boolean {
  const [source, target] = [squareOf(from, 0), squareOf(to, 0)];
  const arrived = squares[target];
  if (arrived?.side !== piece.side || arrived.kind !== (promotion ?? piece.kind) || squares[source]) return false;
  squares[source] = piece;
  squares[target] = null;
  if (captured !== null) squares[type === 'en-passant' ? source - (source % 8) + (target % 8) : target] = captured;
  if (type.startsWith('castle')) {
    const corner = target > source ? source + 3 : source - 4;
    squares[corner] = squares[(source + target) / 2] ?? null;
    squares[(source + target) / 2] = null;
  }
  return true;
}

function pgnMove({ type, piece, from, to, captured, promotion }: PlayedTurn): string {
  if (type === 'castle-king-side') return 'O-O';
  if (type === 'castle-queen-side') return 'O-O-O';
  const takes = captured === null ? '' : 'x';
  if (piece.kind === 'pawn')
    return `${takes && from.charAt(0)}${takes}${to}${promotion ? `=${letter(promotion)}` : ''}`;
  return `${letter(piece.kind)}${from}${takes}${to}`;
}

function letter(kind: PlainKind): string {
  return fenLetter(kind, 'white');
}

/** The words of a PGN in lines. */
export function pgnLines(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
