/** What each part of the search is worth: games of the engine against itself without that part. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
export function measureFeatures(root: string, [games = GAMES, seconds = SECONDS, ...names]: readonly string[]): void {
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
  const words = `engine match --json --games ${games} --seconds ${seconds} --resign 700,3 --draw 10,6,60`.split(' ');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist', 'cli.js'), ...words, '--opponent-define', `${name}=0`],
    { encoding: 'utf8', maxBuffer: 1 << 30 },
  );
  if (status !== 0) throw new Error(`the match without ${name} failed: ${stderr}`);
  return JSON.parse(stdout) as MatchReport;
}
