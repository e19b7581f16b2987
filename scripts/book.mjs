/**
 * Makes the opening book from chosen lines: `npm run book` reads engine-asm/book-lines.txt and opening-names.txt, and
 * writes engine-asm/book/book-moves.gtasm and opening-names.gtasm. An entry is a position's Zobrist key and a move. The
 * ROM does not have room for all moves, so those early in a line come first. With --print, the sources are printed
 * instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';

const FOLDER = join(import.meta.dirname, '..', 'engine-asm');
const PAGES = 9;
/** A move with at least this many lines is a main move, which is chosen more often: bit 7 of its `from`. */
const MAIN_LINES = 3;
const MAIN = 0x80;
/** How many entries fit into a page of the ROM besides its routine. */
const MOST_ENTRIES = 23;
const HEADER =
  '; The opening book, made by `npm run book` from book-lines.txt; do not edit. An entry: the key, from, to.\n';

const positions = new Map();
for (const line of linesOf('book-lines.txt')) {
  const game = new Chess();
  for (const [ply, san] of line.split(/\s+/).entries()) {
    const key = keyOf(game);
    const { from, to } = game.move(san);
    const position = positions.get(key) ?? { ply, moves: new Map() };
    const { lines = 0 } = position.moves.get(from + to) ?? {};
    position.moves.set(from + to, { from, to, lines: lines + 1 });
    positions.set(key, position);
  }
}

const entries = [...positions]
  .sort(([, { ply: a }], [, { ply: b }]) => a - b)
  .flatMap(([key, { moves }]) =>
    [...moves.values()].map(({ from, to, lines }) => {
      const start = square(from) + (lines < MAIN_LINES ? 0 : MAIN);
      return `        .entry ${[...bytesOf(key), start, square(to)].join(', ')}`;
    }),
  );
const pages = Array.from({ length: PAGES }, (_, page) => entries.slice(MOST_ENTRIES * page, MOST_ENTRIES * (page + 1)));

const source = pages.map(
  (moves, page) => `
        bookPage book${page + 1}, bookMoves${page + 1}, ${moves.length}, ${page + 1 < PAGES ? `book${page + 2}` : 'bookAsked'}
        .lookup bookMoves${page + 1}
${moves.join('\n')}
        .endlookup
`,
);
write('book-moves.gtasm', `${HEADER}\n        .if BOOK && KILLERS${source.join('')}        .endif\n`);
write('opening-names.gtasm', openingNames());

/**
 * Writes or prints a source.
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  if (process.argv.includes('--print')) process.stdout.write(text);
  else writeFileSync(join(FOLDER, 'book', name), text);
}

/** The macros with the names of openings and the keys of their positions. */
function openingNames() {
  const openings = linesOf('opening-names.txt').map((line) => {
    const [name = '', moves = ''] = line.split(': ');
    const game = new Chess();
    for (const san of moves.split(' ')) game.move(san);
    return { name, label: `opening${name.replace(/[^A-Za-z]/g, '')}`, key: bytesOf(keyOf(game)) };
  });
  return `; Names of openings, made by \`npm run book\` from opening-names.txt; do not edit.

OPENINGS        = ${openings.length}

        .macro openingKeys
${openings.map(({ label, key }) => `        .entry ${key.join(', ')}, ${label}`).join('\n')}
        .endmacro

        .macro openingPhrases
${openings.map(({ name, label }) => `        phrase ${label}, "${name}"`).join('\n')}
        .endmacro
`;
}

/**
 * The lines of a file, without comments and empty ones.
 * @param {string} name
 */
function linesOf(name) {
  const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** @param {number} key */
function bytesOf(key) {
  return [0, 8, 16, 24].map((shift) => (key >>> shift) & 0xff);
}

/**
 * The engine's number of a square: 29 + file + 10 * rank.
 * @param {string} name
 */
function square(name) {
  return 29 + 'abcdefgh'.indexOf(name.charAt(0)) + 10 * (Number(name[1]) - 1);
}

/**
 * The key as the engine computes it (game/zobrist-keys.gtasm): pieces, side, rights, a legal en passant capture.
 * @param {Chess} game
 */
function keyOf(game) {
  const [, side, castling = '-', passant = '-'] = game.fen().split(' ');
  const indices = game
    .board()
    .flatMap((rank, row) =>
      rank.flatMap((piece, file) =>
        piece === null
          ? []
          : [12 * (8 * row + file) + 2 * 'pnbrqk'.indexOf(piece.type) + (piece.color === 'b' ? 1 : 0)],
      ),
    );
  if (side === 'b') indices.push(768);
  for (const [bit, right] of [...'KQkq'].entries()) if (castling.includes(right)) indices.push(769 + bit);
  if (passant !== '-') indices.push(773 + 'abcdefgh'.indexOf(passant.charAt(0)));
  return indices.reduce((key, index) => (key ^ zobristKey(index)) >>> 0, 0);
}

/** @param {number} index */
function zobristKey(index) {
  return [3, 2, 1, 0].reduce((key, byte) => {
    const spread = BigInt.asUintN(31, BigInt(4 * index + byte) * 0x9e3779b1n);
    return key * 256 + Number(BigInt.asUintN(8, ((spread ^ (spread >> 15n)) * 0x1b873n) >> 9n));
  }, 0);
}
