/**
 * Cases of the engine as its player meets it: what is typed and pressed, and what holds then.
 * test/engine/cases/README.md explains their form.
 */
import { Chess } from 'chess.js';
import type { ControllerType, PadButton } from '#emulator';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import type { CaseFolder } from '../cases.ts';
import { readScripts, type Script } from '../scripts.ts';
import { position, squareIndex } from '../chess/positions.ts';
import { bootedEngine, engineAt, oracleComparison, setUp } from './engine-fixture.ts';
import { panelPixels, panelText } from './panel.ts';
import { atLevel, press, pressAt, type, typeBusy, untilPlayed } from './player.ts';
import { expectedKey, gameRecord, positionBytes, ReferenceGame, shortFen, tablesFen } from './reference-game.ts';
import { markedSquares, playCompared } from './referee.ts';
import { bestMove, SEARCH_LIMIT, searchScore, think, type Limits, countLeaves } from './searching.ts';

export const GAME_CASES: CaseFolder<Script> = { path: 'test/engine/cases', extension: '.txt', read: readScripts };

/** A case while it is played. */
interface Played {
  readonly engine: EngineSession;
  /** What was kept of the answers, by their names. */
  readonly kept: Map<string, string>;
  /** The game in a chess library, of a case that has begun one. */
  game: ReferenceGame | undefined;
}

/** How the engine differs from what a case says, each difference with its line. */
export function gameDifferences({ commands }: Script): string[] {
  const played: Played = { engine: bootedEngine(), kept: new Map(), game: undefined };
  return commands.flatMap(({ text, below }) => {
    const [, verb = '', argument = ''] = /^(\S+) ?(.*)$/.exec(text) ?? [];
    const act = ACTS[verb];
    if (act === undefined) throw new Error(`a player cannot ${verb}`);
    act(played.engine, argument, played);
    return below.flatMap(({ text: line, number }) => {
      const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      const wanted = value === 'kept' ? (played.kept.get(name) ?? '') : value;
      const seen = answerTo(played.engine, name, wanted);
      return isExpected(seen, wanted) ? [] : [`${number}: ${name} is ${seen} and not ${wanted}`];
    });
  });
}

/** What a player does. */
export const ACTS: Readonly<Record<string, (engine: EngineSession, argument: string, played: Played) => void>> = {
  position: setUp,
  refused(engine, fen) {
    if (engine.setUp(position(fen)) === undefined) throw new Error(`${fen} is not refused`);
  },
  level: (engine, number) => atLevel(engine, Number(number)),
  type: (engine, keys) => type(engine, keysOf(keys)),
  'type-busy': (engine, keys) => typeBusy(engine, keysOf(keys)),
  'type-until'(engine, argument) {
    const [, key = '', line = '', wanted = ''] = /^(\S) (\d) (.*)$/.exec(argument) ?? [];
    typeUntil(engine, key, Number(line), wanted);
  },
  'by-hand': setUpByKeys,
  press: (engine, buttons) => press(engine, ...buttonsOf(buttons)),
  'move-to': moveTo,
  hold(engine, buttons) {
    engine.machine.input.setPad(buttonsOf(buttons));
    engine.run(10 * CYCLES_PER_FRAME);
  },
  controller: (engine, kind) => engine.machine.input.setController(kind as ControllerType),
  touch: (engine, squares) => squares.split(' ').forEach((square) => pressAt(engine, square)),
  game(engine, fen, played) {
    played.game = new ReferenceGame(fen);
    setUp(engine, fen);
  },
  play(engine, moves, { game }) {
    for (const name of moves.split(' ')) {
      const move = game!.chess.moves({ verbose: true }).find(({ lan }) => lan === name);
      if (move === undefined) throw new Error(`${name} is not legal`);
      playCompared(engine, game!, move);
    }
  },
  played: (engine, frames) => untilPlayed(engine, Number(frames || 600)),
  wait: (engine, seconds) => void engine.run(Number(seconds) * 60 * CYCLES_PER_FRAME),
  clock(engine, argument) {
    const [side, time = ''] = argument.split(' ');
    for (const [at, digit] of [...time.replaceAll(':', '')].entries()) {
      engine.write('clock', Number(digit), at + (side === 'black' ? 5 : 0));
    }
  },
  write(engine, argument) {
    const [name = '', value = '', index] = argument.split(' ');
    engine.write(name, numberOf(engine, value), index === undefined ? undefined : numberOf(engine, index));
  },
  command(engine, name) {
    if (!engine.command(`COMMAND_${name}`, SEARCH_LIMIT)) throw new Error(`${name} is not carried out`);
  },
  perft: (engine, depth) => void countLeaves(engine, Number(depth)),
  search: (engine, limits) => think(engine, limitsOf(engine, limits)),
  keep: (engine, name, { kept }) => void kept.set(name, answerTo(engine, name, '')),
};

/** Keys as a case writes them, `<Enter>` for one that has a name. */
function keysOf(text: string): string[] {
  return [...text.matchAll(/<(\w+)>|(.)/g)].map(([, name, key = '']) => (name === 'Space' ? ' ' : (name ?? key)));
}

function buttonsOf(text: string): PadButton[] {
  return text.split(' ').flatMap((word) => {
    const [button = '', times = '1'] = word.split('*');
    return button === '' ? [] : Array<PadButton>(Number(times)).fill(button as PadButton);
  });
}

/** Moves the cursor to a square with the pad. */
function moveTo(engine: EngineSession, square: string): void {
  const [from, to] = [engine.read('cursorIndex'), squareIndex(square)];
  const [files, ranks] = [(to & 7) - (from & 7), (to >> 3) - (from >> 3)];
  press(engine, ...buttonsOf(`${files < 0 ? 'left' : 'right'}*${Math.abs(files)}`));
  press(engine, ...buttonsOf(`${ranks < 0 ? 'down' : 'up'}*${Math.abs(ranks)}`));
}

/** `depth=3 nodes=1000 hash only=a7a8 becomes=CODE_ROOK`. */
function limitsOf(engine: EngineSession, text: string): Limits {
  const words = text.split(' ').map((word) => word.split('=') as [string, string | undefined]);
  const numbers = words.flatMap(([name, value = '']) => (/^\d+$/.test(value) ? [[name, Number(value)]] : []));
  const only = words.find(([name]) => name === 'only')?.[1];
  const code = words.find(([name]) => name === 'becomes')?.[1];
  return {
    ...(Object.fromEntries(numbers) as Limits),
    ...(words.some(([name]) => name === 'hash') && { options: ['HASH'] }),
    ...(only && { only: [only.slice(0, 2), only.slice(2), code === undefined ? 0 : engine.symbol(code)] }),
  };
}

/** Types a key of the set-up's menu until its line on the panel ends with a text. */
function typeUntil(engine: EngineSession, key: string, line: number, wanted: string): void {
  for (let tries = 0; !panelText(engine)[line]!.endsWith(wanted); tries++) {
    if (tries > 16) throw new Error(`${wanted} does not come up: ${panelText(engine)[line]}`);
    type(engine, key);
  }
}

/** Sets a FEN up with the keyboard: the board, from a8, as the FEN writes it, then the menu's lines. */
function setUpByKeys(engine: EngineSession, fen: string): void {
  const [board = '', side, castling = '', passant = ''] = fen.split(' ');
  type(engine, 'sx');
  if (engine.read('cursor') !== engine.square('a8')) throw new Error('the set-up does not begin at a8');
  type(engine, board);
  typeUntil(engine, 'w', 0, side === 'w' ? 'White moves' : 'Black moves');
  typeUntil(engine, 'c', 1, [...'KQkq'].map((right) => (castling.includes(right) ? right : '-')).join(''));
  typeUntil(engine, 'e', 2, ` ${passant}`);
}

type Question = (engine: EngineSession, argument: string, wanted: string) => string;

/** What a case asks for that is not a byte of the engine, by name. */
export const QUESTIONS: Readonly<Record<string, Question>> = {
  panel(engine, first, wanted) {
    const from = Number(first);
    return panelText(engine)
      .slice(from, first === '' ? undefined : from + wanted.split(' | ').length)
      .join(' | ');
  },
  hint: (engine, _, wanted) => (panelText(engine).includes(wanted) ? wanted : panelText(engine).join(' | ')),
  screen(engine) {
    const [pixels, text] = [panelPixels(engine).join(' | '), panelText(engine).join(' | ')];
    return pixels === text ? 'like the panel' : pixels;
  },
  emphasised(engine) {
    const lines = [0, 1, 2, 3, 4, 5, 6, 7].map((line) => engine.read('text', engine.symbol('TEXT_PAGE') + line));
    return lines.flatMap((first, line) => (first >= engine.symbol('EMPHASIS') ? [line] : [])).join(' ');
  },
  fen: (engine) => tablesFen(engine).replace(shortFen(new Chess().fen()), 'start'),
  bytes(engine, _, wanted) {
    const bytes = positionBytes(engine).join(' ');
    return wanted.includes('/') && bytes === positionBytes(engineAt(wanted)).join(' ') ? wanted : bytes;
  },
  'moves of'(engine, _, wanted) {
    const chess = new Chess(wanted, { skipValidation: true });
    const isSame = engine.read('legalMoves') === chess.perft(1) && engine.readNumber('key') === expectedKey(chess);
    return isSame ? wanted : `${engine.read('legalMoves')} moves`;
  },
  turns(engine) {
    return gameRecord(engine)
      .turns.map(({ text }) => text)
      .join(' ');
  },
  count: (engine) => String(gameRecord(engine).turns.length),
  marked: (engine) => markedSquares(engine).join(' '),
  tables(engine) {
    const { differences } = oracleComparison(engine);
    return differences.length === 0 ? 'right' : JSON.stringify(differences);
  },
  leds: (engine, _, wanted) => named(engine, engine.machine.leds, wanted),
  refusal: (engine) => engine.refusal()?.code ?? 'none',
  nodes: (engine) => String(engine.nodes()),
  best: bestMove,
  score: (engine) => String(searchScore(engine)),
  mate: (engine) => String(engine.symbol('MATE_SCORE') - searchScore(engine)),
  number: (engine, name) => String(engine.readNumber(name)),
};

function answerTo(engine: EngineSession, name: string, wanted: string): string {
  const [what = '', argument = ''] = name.split(' ');
  const question = QUESTIONS[name] ?? QUESTIONS[what];
  if (question !== undefined) return question(engine, argument, wanted);
  return named(engine, engine.read(what, argument === '' ? undefined : numberOf(engine, argument)), wanted);
}

/** The value of a number, a square, or a constant of the sources (`CODE_KING+1`) in a case. */
function numberOf(engine: EngineSession, text: string): number {
  if (/^[a-h][1-8]$/.test(text)) return engine.square(text);
  const [, name = '', more = '0'] = /^([A-Z]\w*)(?:\+(\d+))?$/.exec(text) ?? [];
  return name === '' ? Number(text) : engine.symbol(name) + Number(more);
}

/** A number as text: the wanted text if that has this value. */
function named(engine: EngineSession, value: number, wanted: string): string {
  return /^[a-hA-Z]/.test(wanted) && value === numberOf(engine, wanted) ? wanted : String(value);
}

/** Whether lines, separated by ` | `, are those that are wanted, each given as a text or as a `/pattern/`. */
function isExpected(seen: string, wanted: string): boolean {
  const lines = seen.split(' | ');
  const patterns = wanted.split(' | ');
  return (
    lines.length === patterns.length &&
    patterns.every((pattern, at) => {
      const [, expression] = /^\/(.*)\/$/.exec(pattern) ?? [];
      return expression === undefined ? pattern === lines[at] : new RegExp(expression).test(lines[at] ?? '');
    })
  );
}
