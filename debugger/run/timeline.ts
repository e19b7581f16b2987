/**
 * What has happened in the run, by cycle, for the Timeline view.
 *
 * Stops are noted as they come, moves of the game when the pointer to the next turn has changed between two looks.
 * Edits and input are in the machine's journal, faults in its monitor. If the future changes, its events are forgotten.
 */
import { type History, formatFault, type Machine, type MachineEdit } from '#emulator';
import type { Stop, Program } from '../program/program.ts';
import { decodeGameRecord, turnNumber, type MemoryReader } from '#chess';
import { CYCLES_PER_FRAME, hexByte, hexWord } from '#isa';
import type { Happening, TimelineMessage } from '../protocol.ts';
import { describeAddress } from '../values/place.ts';

/** How many are kept of each kind. */
const MOST = 400;

export class Timeline {
  private readonly noted: Record<'move' | 'stop' | 'fault', Map<string, Happening>> = {
    move: new Map(),
    stop: new Map(),
    fault: new Map(),
  };
  private readonly pointer: number | undefined;
  private nextTurn: number | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly history: History,
    private readonly program: Program,
  ) {
    const cell = program.symbols.tables.find(({ attributes }) => attributes['role'] === 'next-turn');
    this.pointer = cell?.address;
  }

  stopped({ reason, description, text }: Stop): void {
    this.look();
    this.note('stop', this.machine.cycle, text ?? description ?? reason);
  }

  /** Looks whether a move has been made since the last look. */
  look(): void {
    this.forget();
    if (this.pointer === undefined) return;
    const next = this.machine.readRam(this.pointer) + 256 * this.machine.readRam(this.pointer + 1);
    if (next === this.nextTurn) return;
    const isFirst = this.nextTurn === undefined;
    this.nextTurn = next;
    if (isFirst) return;
    const { machine, program } = this;
    const memory: MemoryReader = { read: (address, bank) => machine.readRam(address, bank) };
    const { turns = [] } = decodeGameRecord(memory, program.info) ?? {};
    const move = turns.at(-1)?.text;
    // The same move, seen again after going back, counts once.
    if (move === undefined) return;
    const text = `${turnNumber(turns, turns.length - 1)} ${move}`;
    this.note('move', machine.cycle, text, text);
  }

  message(running: boolean): TimelineMessage {
    this.look();
    const { machine, history } = this;
    for (const fault of machine.monitor.faults) this.note('fault', fault.cycle, formatFault(fault));
    const { oldest, latest } = history;
    const noted = Object.values(this.noted).flatMap((kind) => [...kind.values()]);
    const happenings = [...noted, ...this.journalled()]
      .filter(({ cycle }) => cycle >= oldest && cycle <= latest)
      .sort((one, other) => one.cycle - other.cycle);
    return { oldest, latest, now: machine.cycle, running, frameCycles: CYCLES_PER_FRAME, happenings };
  }

  private note(kind: keyof typeof this.noted, cycle: number, text: string, key = String(cycle)): void {
    const own = this.noted[kind];
    const known = own.get(key);
    if (known !== undefined && known.cycle <= cycle && kind !== 'stop') return;
    own.set(key, { kind, cycle, text });
    const [oldest] = own.keys();
    if (own.size > MOST && oldest !== undefined) own.delete(oldest);
  }

  /** Drops what belongs to a future that has changed. */
  private forget(): void {
    const from = this.history.takeForgotten();
    if (from === Infinity) return;
    for (const own of Object.values(this.noted)) {
      for (const [key, { cycle }] of own) if (cycle > from) own.delete(key);
    }
  }

  private journalled(): Happening[] {
    return this.machine.journal.happened.slice(-MOST).map(({ cycle, edit }) => {
      const isEdit = edit.kind === 'ram' || edit.kind === 'register' || edit.kind === 'position';
      return { kind: isEdit ? 'edit' : 'input', cycle, text: this.textOf(edit) };
    });
  }

  private textOf(edit: MachineEdit): string {
    switch (edit.kind) {
      case 'ram':
        return `${describeAddress(this.program, edit.address)} = ${hexByte(edit.value)}`;
      case 'register':
        return `${edit.name.toUpperCase()} = ${hexByte(edit.value)}`;
      case 'position':
        return `PC = ${this.program.symbols.describe(edit.address) ?? hexWord(edit.address)}`;
      case 'pad':
        return edit.buttons.length === 0 ? 'pad released' : `pad ${edit.buttons.join(' ')}`;
      case 'key':
        return `key ${edit.key}`;
      case 'in':
        return `IN = ${hexByte(edit.byte)}`;
      case 'release':
        return 'IN as the line has it';
      case 'controller':
        return `controller ${edit.type}`;
      case 'packets':
        return `${edit.packets.length} frames of a loader`;
    }
  }
}
