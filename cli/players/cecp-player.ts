/**
 * A program that speaks CECP, the protocol of XBoard. Source: "Chess Engine Communication Protocol" by Tim Mann
 * and H. G. Muller, version 2.
 */
import { Chess } from 'chess.js';
import { START_FEN, type GameSoFar, type Score } from '#engine-driver';
import { commandFailure } from '../output.ts';
import { EngineProcess } from './engine-process.ts';
import { PATIENCE, type NoMove, type PlayedMove, type Player, type PlayerLimits, type Started } from './player.ts';

/** How long a program may take to announce its features; programs of version 1 do not announce any. */
const FEATURE_SECONDS = 5;
/** Hundredths of a second on the clock of a program that has another limit. */
const AMPLE_TIME = 360_000;
/** Scores from this one on are mates, as in most programs. */
const MATE = 100_000;

export class CecpPlayer implements Player {
  private game: GameSoFar | undefined;
  private pings = 0;

  private constructor(
    readonly name: string,
    private readonly process: EngineProcess,
    private readonly features: ReadonlyMap<string, string>,
    private readonly setup: readonly string[],
  ) {}

  /** Starts a program. @param options `NAME=VALUE`, sent as `option NAME=VALUE` before each game */
  static async start(command: readonly string[], options: readonly string[], limits: PlayerLimits): Started {
    const process = new EngineProcess(command);
    process.send('xboard');
    process.send('protover 2');
    const features = new Map<string, string>();
    await process.until((line) => {
      if (!line.startsWith('feature ')) return false;
      for (const [, key = '', quoted, plain = ''] of line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)) {
        features.set(key, quoted ?? plain);
        if (key !== 'done') process.send(`accepted ${key}`);
      }
      return features.get('done') === '1';
    }, FEATURE_SECONDS);
    if (process.ended !== undefined) return commandFailure(1, `${command.join(' ')}: ${process.ended}`);
    const setup = [...options.map((option) => `option ${option}`), ...limitLines(limits), 'easy', 'post'];
    return new CecpPlayer(features.get('myname') ?? command[0] ?? '', process, features, setup);
  }

  newGame(): Promise<void> {
    this.game = undefined;
    return Promise.resolve();
  }

  async think(game: GameSoFar): Promise<PlayedMove | NoMove> {
    const refusal = this.follow(game);
    if (refusal !== undefined) return { reason: refusal, lost: false };
    const unknown = await this.settle();
    if (unknown !== undefined) return { reason: `it does not know the limit "${unknown}"`, lost: false };
    const began = performance.now();
    this.process.send(`time ${AMPLE_TIME}`);
    this.process.send(`otim ${AMPLE_TIME}`);
    this.process.send('go');
    let said: { score: Score; depth: number } | undefined;
    const answer = await this.process.until((line) => {
      said = thinking(line) ?? said;
      return /^(move |my move is|resign|1-0|0-1|1\/2-1\/2|Illegal move|Error )/i.test(line.trim());
    }, PATIENCE);
    this.process.send('force');
    if (answer === undefined) return { reason: this.process.ended ?? 'it gives no move', lost: false };
    const text = /^(?:move|my move is)\s*:?\s*(\S+)/i.exec(answer.trim())?.[1];
    if (text === undefined) return { reason: `it says "${answer.trim()}"`, lost: true };
    const move = coordinates(game, text);
    this.game = { fen: game.fen, moves: [...game.moves, move] };
    return { move, seconds: (performance.now() - began) / 1000, ...said };
  }

  close(): Promise<void> {
    return this.process.close();
  }

  /**
   * Waits until the program has carried out its commands, so that output from an earlier game is not mistaken for an
   * answer.
   * @returns a limit that it refused, since it would then think for as long as it likes
   */
  private async settle(): Promise<string | undefined> {
    let unknown: string | undefined;
    if (this.features.get('ping') === '1') {
      const token = ++this.pings;
      this.process.send(`ping ${token}`);
      await this.process.until((line) => {
        unknown ??= /^(?:error|invalid)\b.*\b(sd|sn|st)\b/i.exec(line)?.[1];
        return line.trim() === `pong ${token}`;
      }, PATIENCE);
    }
    this.process.forget();
    return unknown;
  }

  /** Brings the program to the position of a game; returns a sentence on why that is impossible. */
  private follow(game: GameSoFar): string | undefined {
    const known = this.game;
    const goesOn = known?.fen === game.fen && known.moves.every((move, index) => game.moves[index] === move);
    if (!goesOn) {
      for (const line of ['new', ...this.setup, 'force']) this.process.send(line);
      if (game.fen !== START_FEN) {
        if (this.features.get('setboard') !== '1') return 'it takes no positions: give openings as moves';
        this.process.send(`setboard ${game.fen}`);
      }
    }
    const prefix = this.features.get('usermove') === '1' ? 'usermove ' : '';
    for (const move of game.moves.slice(goesOn ? known.moves.length : 0)) this.process.send(prefix + move);
    this.game = { fen: game.fen, moves: [...game.moves] };
    return undefined;
  }
}

function limitLines({ depth, nodes, seconds }: PlayerLimits): string[] {
  const lines = [seconds === undefined ? 'level 0 60 0' : `st ${Math.max(1, Math.round(seconds))}`];
  if (depth !== undefined) lines.push(`sd ${depth}`);
  if (nodes !== undefined) lines.push(`sn ${nodes}`);
  return lines;
}

/** A line of `post`: depth, score in hundredths, time in hundredths, nodes, line. */
function thinking(line: string): { score: Score; depth: number } | undefined {
  const [, depth, score] = /^\s*(\d+)[.&+]?\s+(-?\d+)\s+\d+\s+\d+/.exec(line) ?? [];
  if (depth === undefined) return undefined;
  const value = Number(score);
  const mate = Math.abs(value) - MATE;
  return {
    depth: Number(depth),
    score: mate >= 0 ? { mate: Math.sign(value) * Math.max(1, mate) } : { cp: value },
  };
}

/** A move in coordinate notation; programs may answer in another. Other words stay as they are. */
function coordinates({ fen, moves }: GameSoFar, text: string): string {
  const plain = text.toLowerCase().replace(/[^a-h1-8qrbn]/g, '');
  if (/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(plain)) return plain;
  const board = new Chess(fen, { skipValidation: true });
  for (const move of moves) board.move(move);
  try {
    return board.move(text).lan;
  } catch {
    return text;
  }
}
