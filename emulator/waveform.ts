/**
 * Signals of a machine over time as a Value Change Dump (IEEE 1364-2005, clause 18), the format that waveform
 * viewers read.
 *
 * A cycle is 160 ns. The values at a cycle are those that the hardware shows while its instruction executes: the
 * registers as the cycles before have left them, and the address of the instruction.
 */
import { CLOCK_HZ, OUT_HSYNC, OUT_VSYNC, type Registers } from '#isa';
import type { Machine } from './machine.ts';

const CYCLE_NS = 1e9 / CLOCK_HZ;

interface Signal {
  readonly name: string;
  readonly bits: number;
  readonly read: (registers: Registers, machine: Machine) => number;
}

/** The sync bits of OUT are also shown separately; they are low during the pulse. */
const SIGNALS: readonly Signal[] = [
  { name: 'hsync', bits: 1, read: ({ out }) => (out & OUT_HSYNC) / OUT_HSYNC },
  { name: 'vsync', bits: 1, read: ({ out }) => (out & OUT_VSYNC) / OUT_VSYNC },
  { name: 'OUT', bits: 8, read: ({ out }) => out },
  { name: 'XOUT', bits: 8, read: ({ outx }) => outx },
  { name: 'IN', bits: 8, read: (registers) => registers.in },
  { name: 'AC', bits: 8, read: ({ ac }) => ac },
  { name: 'X', bits: 8, read: ({ x }) => x },
  { name: 'Y', bits: 8, read: ({ y }) => y },
  { name: 'PC', bits: 16, read: (_, { nextAddress }) => nextAddress },
  { name: 'address', bits: 16, read: (_, { address }) => address },
];

/** Identifier of a signal in the file: one printable character. */
function identifier(index: number): string {
  return String.fromCharCode('!'.charCodeAt(0) + index);
}

/** The head of a dump: declares the signals. */
export function waveformHeader(): string {
  const variables = SIGNALS.map(
    ({ name, bits }, index) =>
      `$var wire ${bits} ${identifier(index)} ${name}${bits === 1 ? '' : ` [${bits - 1}:0]`} $end`,
  );
  return [
    '$timescale 1 ns $end',
    '$scope module gigatron $end',
    ...variables,
    '$upscope $end',
    '$enddefinitions $end',
    '',
  ].join('\n');
}

/** Records the signals of a machine, cycle by cycle. */
export class Waveform {
  private readonly last: (number | undefined)[] = SIGNALS.map(() => undefined);

  /** What has changed since the last call, as text of the dump; empty if nothing has. */
  sample(machine: Machine): string {
    const { registers } = machine;
    let changes = '';
    SIGNALS.forEach(({ bits, read }, index) => {
      const value = read(registers, machine);
      if (value === this.last[index]) return;
      this.last[index] = value;
      changes += bits === 1 ? `${value}${identifier(index)}\n` : `b${value.toString(2)} ${identifier(index)}\n`;
    });
    return changes === '' ? '' : `#${machine.cycle * CYCLE_NS}\n${changes}`;
  }
}
