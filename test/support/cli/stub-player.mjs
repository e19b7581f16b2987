/**
 * A chess program for tests of matches: `node stub-player.mjs PROTOCOL MANNER`. It plays the first legal move unless
 * its manner is another: `illegal` plays an illegal move, `dies` exits when asked for a move, `resigns` resigns,
 * `claims` announces a win after each move, `refuses` rejects a depth limit, `endless` sends a line without an end,
 * `quotes` has a name that cannot be in a tag.
 */
import { createInterface } from 'node:readline';
import { Chess } from 'chess.js';

const [protocol, manner = 'plays'] = process.argv.slice(2);
let board = new Chess();

const say = (/** @type {string[]} */ ...lines) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));

function repeat(/** @type {string} */ text) {
  process.stdout.write(text.repeat(10_000), () => repeat(text));
}

function answer() {
  if (manner === 'dies') process.exit(3);
  if (manner === 'illegal') return 'a1a1';
  return board.moves({ verbose: true })[0]?.lan ?? 'none';
}

/** @param {string} line */
function uci(line) {
  if (line === 'uci')
    say(
      manner === 'quotes' ? 'id name "] \u001b[2J\\ [White "x"]' : 'id name Stub',
      'option name Skill type spin default 1 min 0 max 9',
      'uciok',
    );
  if (line === 'isready') say('readyok');
  const [, fen = '', moves = ''] = /^position fen (.*?)(?: moves (.*))?$/.exec(line) ?? [];
  if (fen !== '') {
    board = new Chess(fen);
    for (const move of moves.split(' ').filter((word) => word !== '')) board.move(move);
  }
  if (line.startsWith('go') && manner === 'endless') return repeat('x');
  if (line.startsWith('go')) say('info depth 1 score cp 13 nodes 1', `bestmove ${answer()}`);
}

/** @param {string} line */
function cecp(line) {
  if (line.startsWith('protover')) say('feature myname="Stub" ping=1 setboard=1 usermove=1 done=1');
  if (line.startsWith('ping')) say(line.replace('ping', 'pong'));
  if (line === 'new') board = new Chess();
  if (line.startsWith('setboard ')) board = new Chess(line.slice(9));
  if (line.startsWith('usermove ')) board.move(line.slice(9));
  if (line.startsWith('sd ') && manner === 'refuses') say(`Error (unknown command): ${line}`);
  if (line !== 'go') return;
  if (manner === 'resigns') return say('resign');
  const move = answer();
  say('1 13 0 1 line', `move ${move}`);
  if (manner !== 'illegal') board.move(move);
  if (manner === 'claims') say('1-0 {White mates}');
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'quit') process.exit(0);
  else if (protocol === 'uci') uci(line);
  else cecp(line);
});
