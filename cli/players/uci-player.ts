import type { GameSoFar, Score } from '#engine-driver';
import { commandFailure, type CommandFailure } from '../output.ts';
import { EngineProcess } from './engine-process.ts';
import { PATIENCE, type NoMove, type PlayedMove, type Player, type PlayerLimits, type Started } from './player.ts';

export class UciPlayer implements Player {
  private constructor(
    readonly name: string,
    private readonly process: EngineProcess,
    private readonly go: string,
  ) {}

  /** Starts a program and sets its options. @param options `NAME=VALUE` */
  static async start(command: readonly string[], options: readonly string[], limits: PlayerLimits): Started {
    const process = new EngineProcess(command);
    let name = command[0] ?? '';
    process.send('uci');
    const known = new Set<string>();
    const ready = await process.until((line) => {
      name = /^id name (.+)/.exec(line)?.[1] ?? name;
      known.add(/^option name (.+?) type /.exec(line)?.[1]?.toLowerCase() ?? '');
      return line.trim() === 'uciok';
    }, PATIENCE);
    if (ready === undefined) return refused(process, command, process.ended ?? 'it does not answer "uci"');
    for (const option of options) {
      const [, key = option, value = ''] = /^([^=]*)=(.*)$/.exec(option) ?? [];
      if (!known.has(key.toLowerCase())) return refused(process, command, `it has no option "${key}"`);
      process.send(`setoption name ${key} value ${value}`);
    }
    const player = new UciPlayer(name, process, goWords(limits));
    if (!(await player.ready())) return refused(process, command, process.ended ?? 'it does not answer "isready"');
    return player;
  }

  async newGame(): Promise<void> {
    this.process.send('ucinewgame');
    await this.ready();
  }

  async think({ fen, moves }: GameSoFar): Promise<PlayedMove | NoMove> {
    const began = performance.now();
    this.process.send(`position fen ${fen}${moves.length === 0 ? '' : ` moves ${moves.join(' ')}`}`);
    this.process.send(this.go);
    let score: Score | undefined;
    let depth: number | undefined;
    let emulated: number | undefined;
    let last = '';
    const answer = await this.process.until((line) => {
      if (line.startsWith('bestmove')) return true;
      const [, kind, value] = / score (cp|mate) (-?\d+)/.exec(line) ?? [];
      if (kind !== undefined) score = kind === 'cp' ? { cp: Number(value) } : { mate: Number(value) };
      depth = numberIn(/ depth (\d+)/, line) ?? depth;
      emulated = numberIn(/^info string emulated ([\d.]+) s/, line) ?? emulated;
      last = /^info string (.*)/.exec(line)?.[1] ?? last;
      return false;
    }, PATIENCE);
    if (answer === undefined) return { reason: this.process.ended ?? 'it gives no move', lost: false };
    const move = answer.split(/\s+/)[1] ?? '';
    if (!/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(move)) return { reason: `it answers "${answer}": ${last}`, lost: true };
    const seconds = emulated ?? (performance.now() - began) / 1000;
    return { move, seconds, ...(score && { score }), ...(depth !== undefined && { depth }) };
  }

  close(): Promise<void> {
    return this.process.close();
  }

  private async ready(): Promise<boolean> {
    this.process.send('isready');
    return (await this.process.until((line) => line.trim() === 'readyok', PATIENCE)) !== undefined;
  }
}

function numberIn(pattern: RegExp, line: string): number | undefined {
  const text = pattern.exec(line)?.[1];
  return text === undefined ? undefined : Number(text);
}

function goWords({ depth, nodes, seconds }: PlayerLimits): string {
  const words = ['go'];
  if (depth !== undefined) words.push('depth', String(depth));
  if (nodes !== undefined) words.push('nodes', String(nodes));
  if (seconds !== undefined) words.push('movetime', String(Math.round(1000 * seconds)));
  return words.join(' ');
}

async function refused(process: EngineProcess, command: readonly string[], reason: string): Promise<CommandFailure> {
  await process.close();
  return commandFailure(1, `${command.join(' ')}: ${reason}`);
}
