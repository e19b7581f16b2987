/**
 * Cases of the engine as its player meets it: what is typed and pressed, and what then holds. test/engine/cases/README.md
 * has the form.
 */
import { Chess } from 'chess.js';
import { compareWithOracle } from '#chess';
import type { PadButton } from '#emulator';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import type { CaseFolder } from '../cases.ts';
import { readScripts, type Script } from '../scripts.ts';
import { bootedEngine, engineAssembly, memoryOf, position } from './engine-fixture.ts';
import { panelPixels, panelText } from './panel.ts';
import { atLevel, press, pressAt, type, typeBusy, untilPlayed } from './player.ts';
import { gameRecord, shortFen, tablesFen } from './reference-game.ts';

export const GAME_CASES: CaseFolder<Script> = { path: 'test/engine/cases', extension: '.txt', read: readScripts };

/** What is otherwise than a case says, each with its line. */
export function gameDifferences({ commands }: Script): string[] {
  const engine = bootedEngine();
  return commands.flatMap(({ text, below }) => {
    const [, verb = '', argument = ''] = /^(\S+) ?(.*)$/.exec(text) ?? [];
    const act = ACTS[verb];
    if (act === undefined) throw new Error(`a player cannot ${verb}`);
    act(engine, argument);
    return below.flatMap(({ text: line, number }) => {
      const [, name = '', wanted = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      const seen = answerTo(engine, name, wanted);
      return isExpected(seen, wanted) ? [] : [`${number}: ${name} is ${seen} and not ${wanted}`];
    });
  });
}

/** What a player does. */
export const ACTS: Readonly<Record<string, (engine: EngineSession, argument: string) => void>> = {
  position(engine, fen) {
    const refusal = engine.setUp(position(fen));
    if (refusal !== undefined) throw new Error(`${fen}: ${refusal.message}`);
  },
  refused(engine, fen) {
    if (engine.setUp(position(fen)) === undefined) throw new Error(`${fen} is not refused`);
  },
  level: (engine, number) => atLevel(engine, Number(number)),
  type: (engine, keys) => type(engine, keysOf(keys)),
  'type-busy': (engine, keys) => typeBusy(engine, keysOf(keys)),
  press: (engine, buttons) => press(engine, ...(buttons.split(' ') as PadButton[])),
  touch: (engine, squares) => squares.split(' ').forEach((square) => pressAt(engine, square)),
  played: (engine, frames) => untilPlayed(engine, Number(frames || 600)),
  wait: (engine, seconds) => void engine.run(Number(seconds) * 60 * CYCLES_PER_FRAME),
  write(engine, argument) {
    const [name = '', value] = argument.split(' ');
    engine.write(name, Number(value));
  },
};

/** Keys as they are typed: `<Enter>` for one that has a name. */
function keysOf(text: string): string[] {
  return [...text.matchAll(/<(\w+)>|(.)/g)].map(([, name, key = '']) => name ?? key);
}

/** What a case asks for by a name that is no byte of the engine. */
export const QUESTIONS: Readonly<Record<string, (engine: EngineSession, argument: string, wanted: string) => string>> =
  {
    panel(engine, first, wanted) {
      const from = Number(first);
      return panelText(engine)
        .slice(from, from + wanted.split(' | ').length)
        .join(' | ');
    },
    hint: (engine, _, wanted) => (panelText(engine).includes(wanted) ? wanted : panelText(engine).join(' | ')),
    screen(engine) {
      const [pixels, text] = [panelPixels(engine).join(' | '), panelText(engine).join(' | ')];
      return pixels === text ? 'like the panel' : pixels;
    },
    fen: (engine) => tablesFen(engine).replace(shortFen(new Chess().fen()), 'start'),
    turns(engine) {
      return gameRecord(engine)
        .turns.map(({ text }) => text)
        .join(' ');
    },
    count: (engine) => String(gameRecord(engine).turns.length),
    marked(engine) {
      const names = [...'abcdefgh'].flatMap((file) => [...'12345678'].map((rank) => file + rank));
      return names.filter((name) => engine.read('marked', engine.square(name)) === 1).join(' ');
    },
    tables(engine) {
      const { differences } = compareWithOracle(memoryOf(engine), engineAssembly().debugInfo);
      return differences.length === 0 ? 'right' : JSON.stringify(differences);
    },
    leds: (engine, _, wanted) => named(engine, engine.machine.leds, wanted),
  };

function answerTo(engine: EngineSession, name: string, wanted: string): string {
  const [what = '', argument = '0'] = name.split(' ');
  return QUESTIONS[what]?.(engine, argument, wanted) ?? named(engine, engine.read(what), wanted);
}

/** A number as a case writes it: the name of a constant or of a square if that is what is wanted, and has this value. */
function named(engine: EngineSession, value: number, wanted: string): string {
  const isSquare = /^[a-h][1-8]$/.test(wanted);
  const meaning = isSquare ? engine.square(wanted) : /^[A-Z]/.test(wanted) ? engine.symbol(wanted) : undefined;
  return value === meaning ? wanted : String(value);
}

/** Whether lines, with ` | ` in between, are those that are wanted, each as a text or as a `/pattern/`. */
function isExpected(seen: string, wanted: string): boolean {
  const lines = seen.split(' | ');
  const patterns = wanted.split(' | ');
  return (
    lines.length === patterns.length &&
    patterns.every((pattern, at) => {
      const [, expression] = /^\/(.*)\/$/.exec(pattern) ?? [];
      return expression === undefined ? pattern === lines[at] : new RegExp(expression).test(lines[at] ?? '');
    })
  );
}
