/**
 * The steps of tuning, by name. What each part of the search is worth: games of the engine against itself without
 * that part. Fits the engine's values to the collected positions, and says how well they fit. Openings for matches:
 * eight random plies among moves that Stockfish considers good.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  pieceValuesSource,
  squareValuesSource,
  type PieceValues,
  firstValues,
  fit,
  loss,
  type LabelledPosition,
  publishedValues,
  type PublishedValues,
} from '#engine-driver';
import { spawnSync } from 'node:child_process';
import { parseFen } from '#chess';
import { POSITIONS_FILE, makePositions } from './node-positions.ts';
import { Chess } from 'chess.js';
import { Stockfish } from './node-stockfish.ts';
import { generator } from './random.ts';
import { playEndings } from './node-endings.ts';
import { makeThemes } from './node-themes.ts';

const FOLDER = 'engine-asm/evaluation';

/** The values that the engine has now. */
function readValues(root: string): PieceValues {
  return JSON.parse(readFileSync(join(root, FOLDER, 'piece-values.json'), 'utf8')) as PieceValues;
}

/** Values that others have fitted: PeSTO's. */
function readPublished(root: string): PublishedValues {
  return JSON.parse(readFileSync(join(root, 'scripts/tuning/pesto.json'), 'utf8')) as PublishedValues;
}

/** Writes the sources from values. */
function writeSource(root: string, values: PieceValues): void {
  writeFileSync(join(root, FOLDER, 'piece-values.gtasm'), pieceValuesSource(values));
  writeFileSync(join(root, FOLDER, 'square-values.gtasm'), squareValuesSource(values));
}

/** Writes values, a rank of the board a line, and the sources from them. */
function writeValues(root: string, values: PieceValues): void {
  const text = JSON.stringify(values, null, 1).replace(/\[[^\]]*\]/g, (table) => ranks(JSON.parse(table) as number[]));
  writeFileSync(join(root, FOLDER, 'piece-values.json'), `${text}\n`);
  writeSource(root, values);
}

function ranks(table: readonly number[]): string {
  const rows = Array.from({ length: 8 }, (_, rank) => table.slice(8 * rank, 8 * rank + 8).join(', '));
  return `[\n   ${rows.join(',\n   ')}\n  ]`;
}

const FEATURES = 'engine-asm/search/features.gtasm';
/** Games for each part, and emulated seconds per move. */
const [GAMES, SECONDS] = ['40', '1'];

/** What `gigatron engine match --json` prints. */
interface MatchReport {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly elo: number | null;
  readonly error: number | null;
}

/**
 * Plays a match for each part and prints a table row after each.
 * @param words games for each part, seconds per move, and names of parts; without names, all parts
 */
function measureFeatures(root: string, [games = GAMES, seconds = SECONDS, ...names]: readonly string[]): void {
  process.stdout.write('| without | games | won, drawn, lost with it | Elo |\n| --- | --- | --- | --- |\n');
  for (const name of names.length > 0 ? names : featureNames(root)) {
    const { wins, draws, losses, elo, error } = playWithout(root, name, games, seconds);
    const worth = elo === null ? 'no bound' : `${elo.toFixed(0)}${error === null ? '' : ` ± ${error.toFixed(0)}`}`;
    process.stdout.write(`| \`${name}\` | ${wins + draws + losses} | ${wins}, ${draws}, ${losses} | ${worth} |\n`);
  }
}

/** The parts that are on by default; matches are played without a book. */
function featureNames(root: string): string[] {
  const text = readFileSync(join(root, FEATURES), 'utf8');
  const names = [...text.matchAll(/^(\w+)\s*= (?:1|[A-Z_]+)\s*;/gm)].map(([, name = '']) => name);
  return names.filter((name) => name !== 'BOOK' && !/_(?:FROM|DEPTH|MARGIN)$/.test(name));
}

function playWithout(root: string, name: string, games: string, seconds: string): MatchReport {
  const words = [
    'engine',
    'match',
    '--json',
    '--games',
    games,
    '--seconds',
    seconds,
    '--resign',
    '700,3',
    '--draw',
    '10,6,60',
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist', 'cli.js'), ...words, '--opponent-define', `${name}=0`],
    { encoding: 'utf8', maxBuffer: 1 << 30 },
  );
  if (status !== 0) throw new Error(`the match without ${name} failed: ${stderr}`);
  return JSON.parse(stdout) as MatchReport;
}

/** One position out of this many is held back, and shows whether the fit holds beyond its data. */
const KEPT_BACK = 10;

function fitValues(root: string): void {
  const positions = readPositions(root);
  const [data, kept] = [0, 1].map((part) => positions.filter((_, index) => (index % KEPT_BACK === 0) === (part === 1)));
  const [start, before] = [firstValues(), readValues(root)];
  const fitted = fit(start, data!);
  const say = (name: string, values: typeof fitted): void => {
    process.stdout.write(
      `${name}: loss ${loss(values, data!).toFixed(6)}, kept back ${loss(values, kept!).toFixed(6)}\n`,
    );
  };
  process.stdout.write(`${data!.length} positions, ${kept!.length} kept back\n`);
  say('rules of thumb', start);
  say('values before', before);
  say('fitted', fitted);
  writeValues(root, fitted);
}

function readPositions(root: string): LabelledPosition[] {
  const lines = readFileSync(join(root, POSITIONS_FILE), 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [fen = '', cp = ''] = line.split('\t');
    const parsed = parseFen(fen);
    if (!parsed.ok) return [];
    const { position } = parsed;
    return [{ position, cp: position.sideToMove === 'white' ? Number(cp) : -Number(cp) }];
  });
}

const FILE = 'engine-asm/openings.txt';
const PLIES = 8;
/** How much worse than the best a move may be, in hundredths of a pawn. */
const MARGIN = 45;
const CHOICES = 8;
/** A line is kept if neither side is further ahead at its end. */
const EVEN = 60;

/** @param words how many lines, and the random seed */
async function makeOpenings(root: string, [count = '100', seed = '1']: readonly string[]): Promise<void> {
  const random = generator(Number(seed));
  const stockfish = await Stockfish.start();
  const [lines, positions] = [new Set<string>(), new Set<string>()];
  while (lines.size < Number(count)) {
    const board = await oneLine(stockfish, random);
    const [best] = await stockfish.choices(board.fen(), 'depth 14');
    const position = board.fen().split(' ')[0]!;
    if (positions.has(position) || Math.abs(best?.cp ?? Infinity) > EVEN) continue;
    positions.add(position);
    lines.add(board.history().join(' '));
  }
  await stockfish.close();
  const head = '# Lines that match games begin with; made by `npm run tune -- openings`.\n';
  writeFileSync(join(root, FILE), head + [...lines].map((line) => `${line}\n`).join(''));
}

async function oneLine(stockfish: Stockfish, random: () => number): Promise<Chess> {
  const board = new Chess();
  while (board.history().length < PLIES) {
    const choices = await stockfish.choices(board.fen(), 'depth 8', CHOICES);
    const good = choices.filter(({ cp = -Infinity }) => cp >= (choices[0]?.cp ?? 0) - MARGIN);
    board.move(good[Math.floor(random() * good.length)]!.move);
  }
  return board;
}

type Step = (root: string, words: readonly string[]) => void | Promise<void>;

const STEPS: Readonly<Record<string, Step>> = {
  start: (root) => writeValues(root, firstValues()),
  published: (root) => writeValues(root, publishedValues(readPublished(root))),
  openings: makeOpenings,
  positions: makePositions,
  fit: fitValues,
  themes: makeThemes,
  features: measureFeatures,
  endings: playEndings,
  source: (root) => writeSource(root, readValues(root)),
};

/**
 * Does one step.
 * @returns exit status: 0 done, 2 no such step
 */
export async function runStep(root: string, [name = '', ...words]: readonly string[]): Promise<number> {
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (step === undefined) {
    process.stderr.write(`tune: give a step: ${Object.keys(STEPS).join(', ')}\n`);
    return 2;
  }
  await step(root, words);
  return 0;
}
