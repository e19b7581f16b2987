/**
 * The same game in a chess library: what the rules and the engine's formats require in RAM after every move.
 */
import { Chess, type Move } from 'chess.js';
import { type PlainKind } from '#chess';
/** Kinds of pieces by the library's letters. */
export declare const KIND_OF: Readonly<Record<string, PlainKind>>;
/** Placement, side and castling rights of a FEN: its first three fields. */
export declare function shortFen(fen: string): string;
/** Numbers 0..1 that are the same in every run. */
export declare function randomNumbers(seed: number): () => number;
/** A game in the library, and how it ends under the rules that the engine knows. */
export declare class ReferenceGame {
    readonly chess: Chess;
    readonly moves: Move[];
    readonly words: number[];
    private readonly seen;
    constructor(fen?: string);
    play(move: Move): void;
    undo(): void;
    /** Who has castled so far. */
    castled(): {
        readonly w: boolean;
        readonly b: boolean;
    };
    /** How often the position after a move has occurred so far. */
    timesBehind(move: Move): number;
    /** The name of the engine's result. En passant that is not legal does not make a position different. */
    result(): string;
    /** The first four fields of the FEN; the library gives the square behind a pawn where a capture is legal. */
    private placement;
}
/** The turn word of a move, from the library's move and who has castled before it. */
export declare function expectedWord(move: Move, castled: {
    readonly w: boolean;
    readonly b: boolean;
}): number;
/** The Zobrist key of the library's position from scratch, by chesster's index map and the formula of the sources. */
export declare function expectedKey(game: Chess): number;
/** Key `index` of 0..780, four bytes, lowest first (engine-asm/zobrist-keys.gtasm). */
export declare function zobristKey(index: number): number;
