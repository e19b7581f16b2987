/** Profile and coverage of small programs, compared with counts made by hand; also compares both cores. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breakpointsAt, createMachine, type CallProfile, type Machine } from '#emulator';
import { callProfile, coverageOf, cpuProfile, lcov, regionsOf, subtree, type CpuProfile } from '#instruments';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { type Assembly, assemble } from '#assembler';
import { CYCLES_PER_FRAME, hexWord } from '#isa';
import { PROJECT } from '#test/project.ts';

/** Two calls of `inner` a round, one of them nested. */
const CALLS = `        .zp back
        .zp back2
        .zp counter
        nop
main:   bra  outer
        ld   *+1
        bra  inner
        ld   *+1
        bra  main
        nop
.proc outer
        st   [back2]
        bra  inner
        ld   *+1
        ld   [counter]
        beq  .even
        adda 1
        st   [counter]
.even:  bra  [back2]
        nop
.endproc
.proc inner
        st   [back]
        nop
        bra  [back]
        nop
.endproc
`;

/** The word after the check of the next program. */
const BEHIND_CHECK = 7;

const CHECKED = `        .zp account
        .zp resume
        .timing account=account
        .trampoline leave
start:  ld   20
        st   [account]
loop:   .check after
        nop
        bra  loop
        nop
after:
leave:  st   [resume]
        bra  ac
        bra  *+1
        ld   >handler,y
        jmp  y,handler
        nop
        .page
handler:
        ld   [resume]
        adda 5
        st   [resume]
        ld   20
        st   [account]
        ld   >loop,y
        .resume
        jmp  y,[resume]
        nop
`;

interface Measured {
  readonly document: CpuProfile;
  readonly coverage: ReturnType<typeof coverageOf>;
  readonly machine: Machine;
  readonly calls: CallProfile;
}

const assemblies = new Map<string, Assembly>();

function assembled(text: string): Assembly {
  const known = assemblies.get(text);
  if (known !== undefined) return known;
  const assembly = assembleText(text).checked();
  expect(assembly.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  assemblies.set(text, assembly);
  return assembly;
}

/** @param until ROM address up to which the run goes on after the pieces */
function measure(
  text: string,
  pieces: readonly number[],
  core: 'fast' | 'reference' = 'reference',
  until?: number,
): Measured {
  const assembly = assembled(text);
  const info = assembly.debugInfo;
  const machine = createMachine(assembly.image, { core, translateAfter: 1 });
  const regions = regionsOf(info, machine.rom);
  const calls = callProfile(info, regions, machine, { address: 0, callers: [] });
  machine.startProfile();
  const stops = { probe: calls };
  for (const cycles of pieces) machine.run(cycles, stops);
  if (until !== undefined) machine.run(1000, { ...stops, breakpoints: breakpointsAt(until) });
  const words = machine.profile!;
  return {
    document: cpuProfile({ info, regions, calls, words, urlOf: (source) => `file:///${info.sources[source]!.path}` }),
    coverage: coverageOf(info, words, machine.rom),
    machine,
    calls,
  };
}

const cyclesOf = ({ nodes }: CpuProfile, name: string): number =>
  nodes.reduce((sum, { callFrame, hitCount }) => sum + (callFrame.functionName === name ? hitCount : 0), 0);

describe('a profile', () => {
  const rounds = 10;
  // main, outer, and inner twice, after the first word.
  const round = 6 + 8 + 2 * 4;

  it('counts the cycles of each routine, below those that called it', () => {
    const { document, calls } = measure(CALLS, [1 + rounds * round]);
    expect(['main', 'outer', 'inner'].map((name) => cyclesOf(document, name))).toEqual(
      [6, 8, 8].map((cycles) => cycles * rounds),
    );
    const callersOfInner = document.nodes.filter(({ children }) =>
      document.nodes.some(({ id, callFrame }) => callFrame.functionName === 'inner' && children.includes(id)),
    );
    expect(callersOfInner.map(({ callFrame }) => callFrame.functionName).sort()).toEqual(['main', 'outer']);
    expect(subtree(calls.handler)).toBe(0);
  });

  it('is the same from both cores, and however the run is cut into pieces', () => {
    const expected = measure(CALLS, [5000]);
    const cut = measure(
      CALLS,
      Array.from({ length: 2500 }, () => 2),
    );
    const fast = measure(CALLS, [1, 2, 3, 4, 90, 1900, 3000], 'fast');
    for (const other of [cut, fast]) {
      expect(other.document).toEqual(expected.document);
      expect(other.coverage).toEqual(expected.coverage);
    }
  });

  it('has no cycle twice and misses none', () => {
    for (let cycles = 0; cycles < 120; cycles++) {
      const { document } = measure(CALLS, [cycles]);
      expect(document.endTime).toBeCloseTo(cycles * 0.16, 6);
      expect(document.nodes.reduce((sum, { hitCount }) => sum + hitCount, 0)).toBe(cycles);
    }
  });

  it('counts the handler separately, and how often each check left', () => {
    const { document, calls, machine } = measure(CHECKED, [4000], 'reference', BEHIND_CHECK);
    const words = machine.profile!;
    const names = document.nodes.map(({ callFrame }) => callFrame.functionName);
    const below = new Set(names.slice(names.indexOf('(video handler)') + 1));
    expect([...below].sort()).toEqual(['(trampolines)', 'handler']);
    expect([...below].reduce((sum, name) => sum + cyclesOf(document, name), 0)).toBe(subtree(calls.handler));
    const left = calls.left.reduce((sum, count) => sum + count, 0);
    expect(left).toBe(words.taken[2 + 3]);
    expect(left).toBeGreaterThan(50);
    // The trampoline has six words, and runs the check's first.
    expect(cyclesOf(document, '(trampolines)')).toBe(7 * left);
    expect(measure(CHECKED, [100, 3900], 'fast', BEHIND_CHECK).document).toEqual(document);
  });
});

describe('coverage', () => {
  it('counts arrivals at lines, and both arms of branches', () => {
    const { coverage } = measure(CALLS, [1 + 22 * 10]);
    const [file] = coverage;
    const count = (text: string): number => {
      const line = CALLS.split('\n').findIndex((candidate) => candidate.includes(text));
      return file!.lines.find((entry) => entry.line === line)!.count;
    };
    expect(count('st   [back]')).toBe(2 * count('st   [back2]'));
    expect(file!.branches).toHaveLength(1);
    const [branch] = file!.branches;
    expect(branch).toMatchObject({ taken: 10, notTaken: 0 });
    // The delay slot of the branch executes on both ways.
    expect(count('adda 1')).toBe(count('beq'));
  });

  it('counts a check that leaves as one arrival, and lines of macros in all their calls', () => {
    const { coverage, machine } = measure(CHECKED, [4000], 'reference', BEHIND_CHECK);
    const line = coverage[0]!.lines.find(({ line: number }) => number === 6)!;
    const left = machine.profile!.taken[5]!;
    expect(line.count).toBe(machine.profile!.executions[3]);
    expect(machine.profile!.executions[2]).toBe(line.count + left);
    expect(coverage[0]!.branches).toEqual([]);
    const macros = measure(
      '.macro twice a\n        ld   a\n        nop\n.endmacro\n        twice 1\n        twice 2\nend:    bra  end\n        nop\n        .word $1234\n',
      [20],
    );
    expect(macros.coverage[0]!.lines).toEqual([
      { line: 1, count: 2, words: 2, covered: 2 },
      { line: 2, count: 2, words: 2, covered: 2 },
      { line: 4, count: 1, words: 2, covered: 2 },
      { line: 5, count: 1, words: 2, covered: 2 },
      { line: 6, count: 8, words: 1, covered: 1 },
      { line: 7, count: 8, words: 1, covered: 1 },
    ]);
  });

  it('is written as LCOV', () => {
    const { coverage } = measure(
      'start:  ld   0\n        bne  start\n        nop\n        beq  start\n        nop\n',
      [11],
    );
    expect(lcov(coverage, (path) => `src/${path}`)).toBe(
      'TN:\nSF:src/main.gtasm\nFNF:0\nFNH:0\nBRDA:2,1,0,0\nBRDA:2,1,1,2\nBRDA:4,3,0,2\nBRDA:4,3,1,0\nBRF:4\nBRH:2\n' +
        'DA:1,3\nDA:2,2\nDA:3,2\nDA:4,2\nDA:5,2\nLF:5\nLH:5\nend_of_record\n',
    );
  });
});

const FRAMES = 60;

it.each(['engine-asm', 'samples/octad', 'templates/game'])('%s', (folder) => {
  const host = { read: (path: string) => ({ text: readFileSync(path, 'utf8') }) };
  const { debugInfo, image } = assemble(join(PROJECT, folder, 'main.gtasm'), host, { check: false });
  const { all, regionOf } = regionsOf(debugInfo, image);

  const written = new Map(debugInfo.symbols.map((symbol) => [`${symbol.value} ${symbol.name}`, symbol]));
  for (const { name, address, place } of all) {
    const label = written.get(`${address} ${name}`);
    if (label === undefined) continue;
    expect({ name, source: place?.source, line: place?.line }).toEqual({
      name,
      source: label.source,
      line: label.line,
    });
  }

  const machine = createMachine(image);
  machine.startProfile();
  machine.run(FRAMES * CYCLES_PER_FRAME);
  const { executions } = machine.profile!;
  const isUnnamed = (address: number): boolean =>
    executions[address]! > 0 && all[regionOf[address]!]!.name === '(unnamed)';
  expect([...executions.keys()].filter(isUnnamed).map(hexWord)).toEqual([]);
});
