/**
 * King and pawn against king, solved: whether white, whose the pawn is, wins a position. It goes back from promotions
 * until nothing changes.
 */
/** Squares are 0 = a1, 1 = b1 … 63 = h8. */
export interface KingAndPawn {
    readonly white: number;
    readonly black: number;
    readonly pawn: number;
    readonly toMove: 'w' | 'b';
}
/** All won positions; a position that is not legal is not won. */
export declare class KingAndPawnEnding {
    private readonly won;
    constructor();
    isWon(position: KingAndPawn): boolean;
    private wins;
    private whiteWins;
    private blackLoses;
}
export declare function isLegal({ white, black, pawn, toMove }: KingAndPawn): boolean;
