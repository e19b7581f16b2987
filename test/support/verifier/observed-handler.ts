/** Certificates of programs with a video handler, with the lines that occur in a run. */
import { imageHash, leavesFor } from '#isa';
import { createMachine } from '#emulator';
import type { Assembly } from '#assembler';
import type { Known } from './certificate-of.ts';

/** What the test knows about the handler. */
interface Handler {
  /** Zero-page bytes that a line leaves for the next. */
  readonly bytes: readonly number[];
  readonly wayIn: number;
  readonly mostLeft: number;
  readonly vSyncAt: number;
  /** Cycles to run. */
  readonly cycles?: number;
}

/** A certificate with all checks and the handler claimed. */
export function observedCertificate(
  { image, used, debugInfo }: Pick<Assembly, 'image' | 'used' | 'debugInfo'>,
  handler: Handler,
) {
  const { account, checks, jumps, loops, charges } = debugInfo.declarations;
  const placed = checks.map((check) => ({ ...check, account: account ?? 0, trampoline: leavesFor(image, check) }));
  const addresses = [...used.keys()].filter((address) => used[address] === 1);
  const sets = ['*', ...Array.from({ length: 0x100 }, (_, byte) => byte.toString(16).padStart(2, '0'))];
  return {
    format: 'gigatron-certificate',
    version: 3,
    image: imageHash(image),
    ramKib: 32,
    declarations: {
      entries: [] as number[],
      checks: placed,
      charges: charges.map(({ count, ...charge }) => ({
        ...charge,
        isDeclared: true,
        ...(count === null ? {} : { count }),
      })),
      targets: jumps.filter(({ targets }) => targets.length > 0).map(({ address, targets }) => ({ address, targets })),
      resumes: jumps.filter(({ resumes }) => resumes).map(({ address }) => address),
      loops: loops.map(({ head, min, max }) => ({ head, min, max })),
      external: [] as number[],
      shape: undefined as { line: number; hSync: number; lines: number; vSync: number } | undefined,
      used: addresses.flatMap((address) => [address, address]),
    },
    sets,
    bytes: [] as number[],
    exact: checks.map(({ address }) => address as number),
    open: [] as number[],
    turns: [] as [head: number, from: number[]][],
    points: checks.map(({ address }) => [address, address + 1, {}] as [number, number, Known]),
    handlerStores: [] as [number, number][],
    handler: {
      ...handler,
      bytes: [...handler.bytes],
      between: [] as [number, number][],
      lines: observedLines(image, placed, handler),
    },
  };
}

function observedLines(
  image: Uint16Array,
  checks: readonly { readonly trampoline: number }[],
  { bytes, cycles = 250_000 }: Handler,
): [number, number, number[]][] {
  // Bytes that start-up has not written differ between the two machines.
  const [machine, other] = [createMachine(image), createMachine(image, { seed: 1 })];
  const trampolines = new Set(checks.map(({ trampoline }) => trampoline));
  const lines = new Map<string, [number, number, number[]]>();
  while (machine.cycle < cycles) {
    if (trampolines.has(machine.address)) {
      const { frameLines } = machine.monitor.state;
      const line: [number, number, number[]] = [
        machine.registers.out & 0xc0,
        frameLines,
        bytes.map((byte) => (machine.ram[byte] === other.ram[byte] ? 1 + (machine.ram[byte] ?? 0) : 0)),
      ];
      lines.set(line.join(), line);
    }
    machine.step();
    other.step();
  }
  return [...lines.values()];
}
