/**
 * Which bytes of RAM it depends on where a jump goes that cannot be followed, since nothing is known of them.
 *
 * They are found on the path to the jump, backwards: from the byte or the register that it reads to what was stored or
 * loaded there, and from the point where the path begins to a path that came there knowing as little.
 */
import { decode, touches, wordAt } from '#isa';
import { bytesLoaded, IN_AC, IN_X, IN_Y, isAny, setOf } from '#verifier';
import type { PathTools, State, Step, Value } from '#verifier';

/** Of a register or, by its index, a byte of RAM. */
type Place = 'ac' | 'x' | 'y' | number;

const REGISTERS = { ac: IN_AC, x: IN_X, y: IN_Y };

/** A path that has come to a point. */
interface Arrival {
  readonly step: Step;
  readonly start: Start;
}

/** Where paths begin. */
export interface Start {
  /** Whether it is a check, after which nothing is known of registers anyway. */
  readonly check: unknown;
  /** The first path that came there, and the first one for each place of which nothing is known. */
  readonly arrivals: Map<Place | 'first', Arrival>;
  /** The places that were looked for on these paths. */
  readonly done: Set<Place>;
}

export class MissingBytes {
  /** Bytes that are not tracked. */
  readonly found = new Set<number>();
  private readonly tracked: ReadonlySet<Place>;
  /** Bytes of which nothing can be known. */
  private readonly open: ReadonlySet<Place>;

  constructor(private readonly tools: PathTools) {
    const { bytes, declarations } = tools.certificate;
    this.tracked = new Set(bytes);
    this.open = new Set([...declarations.external, ...declarations.checks.map(({ account }) => account)]);
  }

  /** A path has come to a point. */
  arrive({ arrivals, check }: Start, step: Step, start: Start): void {
    const registers = check === undefined ? (['ac', 'x', 'y'] as const) : [];
    const { bytes } = this.tools.certificate;
    const unknown = [...bytes, ...registers].filter((place) => this.isUnknown(step.state, place));
    for (const place of ['first' as const, ...unknown]) if (!arrivals.has(place)) arrivals.set(place, { step, start });
  }

  /** A path cannot be followed any more. */
  lookFor(step: Step, start: Start): void {
    const { opcode } = decode(wordAt(this.tools.rom, step.address));
    if (opcode.operation !== 'jump') return;
    const read = this.placesRead(step.state);
    const searches = [{ step, start, places: opcode.condition === 'far' ? [...read, 'y' as const] : read }];
    for (let next = searches.pop(); next !== undefined; next = searches.pop()) {
      const { arrivals, done } = next.start;
      for (const place of this.goBack(next.step, next.places)) {
        const arrival = arrivals.get(typeof place !== 'number' || this.tracked.has(place) ? place : 'first');
        if (arrival !== undefined && !done.has(place)) searches.push({ ...arrival, places: [place] });
        if (arrival !== undefined) done.add(place);
      }
    }
  }

  /**
   * Goes back from a word before which something must be known of some places.
   * @returns the places of which it must be known where the path begins
   */
  private goBack(last: Step, places: Iterable<Place>): ReadonlySet<Place> {
    const wanted = new Set(places);
    for (let step: Step | undefined = last; step !== undefined && wanted.size > 0; step = step.from) {
      this.tools.work.add(1);
      for (const place of wanted) {
        if (this.open.has(place) || !this.isUnknown(step.state, place)) wanted.delete(place);
        else if (typeof place === 'number' && !this.tracked.has(place)) this.found.add(place);
      }
      if (step.from !== undefined) this.beforeWord(step.from.state, wanted);
    }
    return wanted;
  }

  /** Puts in place of what a word changes what it is made of. */
  private beforeWord(state: State, wanted: Set<Place>): void {
    const { opcode } = decode(wordAt(this.tools.rom, state.address));
    if (opcode.operation === 'jump' || opcode.target === 'out') return;
    if (opcode.operation === 'st') this.beforeStore(state, wanted);
    if (opcode.target === 'none' || !wanted.delete(opcode.target) || state.constants !== undefined) return;
    if (opcode.operation === 'st' || opcode.bus === 'ac' || opcode.operation !== 'ld') wanted.add('ac');
    if (opcode.operation !== 'st') for (const place of this.placesRead(state)) wanted.add(place);
  }

  private beforeStore(state: State, wanted: Set<Place>): void {
    const { tools } = this;
    const word = wordAt(tools.rom, state.address);
    const [x, y] = [this.valueOf(state, 'x'), this.valueOf(state, 'y')];
    for (const place of [...wanted]) {
      if (typeof place !== 'number') continue;
      const touch = touches(word, setOf(y), setOf(x), tools.certificate.ramKib, place);
      // Nothing is known of Y: then it is believed not to be page 0.
      if (touch === 'never' || (y === tools.values.any && place <= 0xff && decode(word).opcode.address !== 'd'))
        continue;
      if (touch === 'certainly') wanted.delete(place);
      else wanted.add('y');
      if (decode(word).opcode.bus === 'ac') wanted.add('ac');
    }
  }

  /** The places that a word reads from the bus. */
  private placesRead(state: State): readonly Place[] {
    const { opcode, operand } = decode(wordAt(this.tools.rom, state.address));
    const { bus, address = 'd' } = opcode;
    if (bus === 'ac') return ['ac'];
    if (bus !== 'ram') return [];
    if (address === 'd') return [operand];
    const formers = (['x', 'y'] as const).filter((place) => address.includes(place) && this.isUnknown(state, place));
    return [...formers, ...(bytesLoaded(this.tools, state, address, operand) ?? [])];
  }

  private valueOf({ registers, memory }: State, place: Place): Value {
    return typeof place === 'number' ? memory.at(place) : registers[REGISTERS[place]]!;
  }

  private isUnknown(state: State, place: Place): boolean {
    return isAny(setOf(this.valueOf(state, place)));
  }
}
