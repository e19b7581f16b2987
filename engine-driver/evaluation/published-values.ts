/**
 * Values of pieces and squares that were fitted to the results of games and published: PeSTO's, by Ronald Friederich, as the
 * Chess Programming Wiki gives them (PeSTO's Evaluation Function; scripts/tuning/pesto.json has the numbers), in the
 * engine's units and bounds.
 */
import type { PlainKind } from '#chess';
import { byKind, LARGEST_STEP, KINDS, PAWN_VALUE, type PieceValues } from './piece-values.ts';

type Phase = 'middle' | 'end';

/** Units for the side to move, of which the published values know nothing; chosen by games. */
const TEMPO = 8;

/** By phase, what pieces are worth and what squares add to it, rank 8 first; all in hundredths of a pawn. */
export type PublishedValues = Readonly<
  Record<
    Phase,
    {
      readonly material: Readonly<Record<PlainKind, number>>;
      readonly squares: Readonly<Record<PlainKind, readonly (readonly number[])[]>>;
    }
  >
>;

/** The published values as the ROM can hold them. */
export function publishedValues(published: PublishedValues): PieceValues {
  const onSeventh = (['middle', 'end'] as const).flatMap((phase) => worths(published, 'pawn', phase)[6] ?? []);
  const seventh = Math.round(mean(onSeventh));
  const tables = (phase: Phase): Record<PlainKind, number[]> =>
    byKind(KINDS, (kind) => squares(published, kind, phase, seventh));
  return {
    material: {
      pawn: base(published, 'pawn'),
      knight: base(published, 'knight'),
      bishop: base(published, 'bishop'),
      rook: base(published, 'rook'),
      queen: base(published, 'queen'),
    },
    seventh,
    tempo: TEMPO,
    middle: tables('middle'),
    end: tables('end'),
  };
}

/** Units for a hundredth of a pawn: a pawn is worth PAWN_VALUE in the mean of both phases. */
function units({ middle, end }: PublishedValues): number {
  return (2 * PAWN_VALUE) / (middle.material.pawn + end.material.pawn);
}

/** What a piece is worth without its square, in units: the mean of both phases. */
function base(published: PublishedValues, kind: PlainKind): number {
  const { middle, end } = published;
  return Math.round((units(published) * (middle.material[kind] + end.material[kind])) / 2);
}

/** What a piece is worth on each square, in units, by ranks from white's side. */
function worths(published: PublishedValues, kind: PlainKind, phase: Phase): number[][] {
  const { material, squares } = published[phase];
  const unit = units(published);
  return squares[kind].toReversed().map((rank) => rank.map((entry) => unit * (entry + material[kind])));
}

/** What 64 squares add to a piece. Entries differ by at most LARGEST_STEP, so that no move gains more than that. */
function squares(published: PublishedValues, kind: PlainKind, phase: Phase, seventh: number): number[] {
  const entries = worths(published, kind, phase).flatMap((rank, index) => {
    if (kind === 'pawn' && (index === 0 || index === 7)) return rank.map(() => 0);
    const without = kind === 'pawn' && index === 6 ? seventh : base(published, kind);
    return rank.map((worth) => worth - without);
  });
  const least = window(entries);
  return entries.map((entry) => Math.round(Math.max(least, Math.min(least + LARGEST_STEP, entry))) + 0);
}

/** The lower end of the window of LARGEST_STEP that cuts off the least, by the sum of squares. */
function window(entries: readonly number[]): number {
  const cut = (least: number): number =>
    entries.reduce((sum, entry) => sum + Math.max(least - entry, entry - least - LARGEST_STEP, 0) ** 2, 0);
  const ends = Array.from({ length: LARGEST_STEP + 2 }, (_, place) => place - LARGEST_STEP - 1);
  return ends.reduce((best, end) => (cut(end) < cut(best) ? end : best));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
