/** Stockfish, asked for moves and scores. */
import { EngineProcess } from '../../cli/players/engine-process.ts';

/** Seconds for an answer. */
const PATIENCE = 120;

/** A move with Stockfish's score: hundredths of a pawn, or moves to mate, as the side to move sees it. */
export interface Choice {
  readonly move: string;
  readonly cp?: number;
  readonly mate?: number;
  readonly pv: readonly string[];
}

export class Stockfish {
  private constructor(private readonly process: EngineProcess) {}

  /** Starts it; an error if it is not installed. */
  static async start(): Promise<Stockfish> {
    const process = new EngineProcess(['stockfish']);
    const stockfish = new Stockfish(process);
    process.send('uci');
    await stockfish.await((line) => line === 'uciok');
    return stockfish;
  }

  /**
   * The best moves of a position, the best first; none if there is no legal move.
   * @param limit words after `go`, such as `nodes 3000`
   * @param count how many moves
   */
  async choices(fen: string, limit: string, count = 1): Promise<Choice[]> {
    const found: Choice[] = [];
    this.process.send(`setoption name MultiPV value ${count}`);
    this.process.send(`position fen ${fen}`);
    this.process.send(`go ${limit}`);
    await this.await((line) => {
      const [, kind, value, pv = ''] = / score (cp|mate) (-?\d+) nodes .* pv (.*)/.exec(line) ?? [];
      const place = Number(/ multipv (\d+)/.exec(line)?.[1] ?? 1) - 1;
      const moves = pv.trim().split(' ');
      if (kind === 'cp') found[place] = { move: moves[0]!, cp: Number(value), pv: moves };
      if (kind === 'mate') found[place] = { move: moves[0]!, mate: Number(value), pv: moves };
      return line.startsWith('bestmove');
    });
    return found.filter(({ move }) => move !== '');
  }

  close(): Promise<void> {
    return this.process.close();
  }

  private async await(accept: (line: string) => boolean): Promise<void> {
    const line = await this.process.until(accept, PATIENCE);
    if (line === undefined) throw new Error(`stockfish: ${this.process.ended ?? 'it does not answer'}`);
  }
}
