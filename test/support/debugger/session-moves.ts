/** Requests of a case that move the program, or ask for values and set them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { CpuProfile } from '#instruments';
import type { MeasuredMessage, StateComparison, StateFile } from '#debugger/protocol';
import type { AdapterClient } from './adapter-client.ts';
import type { Ask, Session } from './session.ts';

/** Moves, once or several times, by line or `instruction`, `showing` values: `step init call 5 back 6`. */
function mover(command: string, others: object = {}) {
  return async (session: Session, text: string): Promise<string> => {
    const parts = /^(instruction)? ?(\d+)? ?(?:into (.*?))?(?:showing (.*))?$/.exec(text);
    if (parts === null) throw new Error(`"${text}" does not say how to move`);
    const [, granularity, count = '1', label, shown] = parts;
    const client = await session.client();
    const target = label === undefined ? undefined : (await stepTargets(client)).find((each) => each.label === label);
    if (label !== undefined && target === undefined) throw new Error(`there is no target "${label}"`);
    const args = { threadId: 1, granularity, targetId: target?.id, ...others };
    const told: string[] = [];
    let before = { reason: '', place: '' };
    for (let step = 0; step < Number(count); step++) {
      await client.request(command, args);
      const stop = await session.stopped();
      const { reason, place, about } = stop;
      if (reason !== before.reason) told.push(reason);
      if (shown === undefined || place !== before.place || reason !== before.reason) told.push(place);
      told[told.length - 1] += about;
      if (shown !== undefined) told.push(await client.evaluate(shown));
      before = stop;
    }
    return told.join(' ');
  };
}

async function stepTargets(client: AdapterClient): Promise<{ id: number; label: string }[]> {
  return (await client.request<{ targets: { id: number; label: string }[] }>('stepInTargets', { frameId: 1 })).targets;
}

const COMMANDS = ['next', 'stepIn', 'stepOut', 'stepBack', 'continue', 'reverseContinue', 'pause'];

/** How the program moves. */
export const MOVES: Readonly<Record<string, Ask>> = {
  ...Object.fromEntries(COMMANDS.map((command) => [command, mover(command)])),
  /** Goes on without waiting for a stop. */
  async resume(_session, _text, client) {
    await client.request('continue', { threadId: 1 });
    return '';
  },
  stopped: (session) => session.stop(),
  /** Continues to a line, with the only breakpoint of its file there. */
  async to(session, text, client) {
    const { path, line } = session.lineOf(text);
    await client.runTo(path, line);
    return '';
  },
  /** Goes to a marked line without executing what is between. */
  async goto(session, text, client) {
    const { path, line } = session.lineOf(text);
    const args = { source: { path }, line };
    const { targets } = await client.request<{ targets: { id: number }[] }>('gotoTargets', args);
    await client.request('goto', { threadId: 1, targetId: targets[0]?.id });
    return session.stop();
  },
  /** `last-write counter`, `cycle 25`, `frame`; `vcpu 3 showing vPC` for three instructions of the vCPU. */
  async seek(session, text, client) {
    const [, to = '', what = ''] = /^(\S+)(?: (.*))?$/.exec(text) ?? [];
    if (to.startsWith('vcpu')) return mover('gigatron/seek', { to })(session, what);
    await client.request('gigatron/seek', { to, ...(to === 'cycle' ? { cycle: Number(what) } : { name: what }) });
    return session.stop();
  },
  /** `run check (trampolines)`: what is measured of a stretch, in regions or at marked lines. */
  async measure(session, text, client) {
    const [stretch, ...names] = text.split(' ');
    await client.request('gigatron/measure', { stretch });
    const stop = await session.stop();
    const { from, to, handlerCycles, files, cpuProfile } = await client.event<MeasuredMessage>('gigatron/measured');
    const { nodes } = JSON.parse(cpuProfile) as CpuProfile;
    const told = names.map((name) => {
      const cycles = nodes.reduce((sum, each) => sum + (each.callFrame.functionName === name ? each.hitCount : 0), 0);
      if (cycles > 0) return `${name}: ${cycles} cycles`;
      const { path, line } = session.lineOf(name);
      const found = files.find((file) => file.path === path)?.lines.find((each) => each.line === line - 1);
      return `${name}: ${found?.count} times, ${found?.cycles} cycles`;
    });
    return [`${stop}: ${from} to ${to}, ${handlerCycles} of the handler`, ...told].join('\n');
  },
  async reload(session, _, client) {
    await client.request('gigatron/reload', {});
    return session.stop();
  },
  /** `next 30 instruction`: steps back through the same states as forward. */
  async reverses(session, text, client) {
    const [command = '', count, granularity] = text.split(' ');
    const seen = [await session.state()];
    const step = async (name: string): Promise<string> => {
      const { reason } = await client.move(name, { granularity });
      if (reason !== 'step') throw new Error(`${name}: stopped for "${reason}"`);
      return session.state();
    };
    while (seen.length <= Number(count)) seen.push(await step(command));
    for (let at = Number(count) - 1; at >= 0; at--) {
      if ((await step('stepBack')) !== seen[at]) return `another state before step ${at + 1}`;
    }
    return `${new Set(seen).size} states`;
  },
  async save(_session, file, client) {
    writeFileSync(file, (await client.request<{ text: string }>('gigatron/saveState', {})).text);
    return '';
  },
  async load(session, file, client) {
    await client.request('gigatron/loadState', stateFile(file));
    return session.stop();
  },
  /** What differs between the state in a file and that in another one, or the present one. */
  async compare(_session, files, client) {
    const [one, other] = files.split(' ').map(stateFile);
    const { differences } = await client.request<StateComparison>('gigatron/compareStates', { one, other });
    return differences.map((each) => `${each.group}/${each.name}: ${each.one} → ${each.other}`).join('\n');
  },
  async keep(session, name) {
    session.kept.set(name, await session.state());
    return '';
  },
  /** Which of the states that were kept this is. */
  async state(session) {
    const now = await session.state();
    const same = [...session.kept].filter(([, state]) => state === now).map(([name]) => name);
    return same.join(' ') || 'none that is kept';
  },
};

function stateFile(path: string): StateFile {
  return { name: basename(path), data: readFileSync(path).toString('base64') };
}

/** What is shown, and what is set. */
export const VALUES: Readonly<Record<string, Ask>> = {
  async frames(session, most, client) {
    const frames = (await client.frames()).slice(0, most === '' ? undefined : Number(most));
    return frames.map((frame) => `${frame.name} ${session.placeOf(frame)}`.trimEnd()).join('\n');
  },
  async targets(_session, _text, client) {
    return (await stepTargets(client)).map(({ label }) => label).join('; ');
  },
  value: (_session, text, client) => client.evaluate(text),
  type: (_session, text, client) => client.evaluate(text, 'repl'),
  hover: (_session, text, client) => client.evaluate(text, 'hover'),
  copy: (_session, text, client) => client.evaluate(text, 'clipboard'),
  async complete(_session, text, client) {
    const args = { text, column: text.length + 1, frameId: 1 };
    const { targets } = await client.request<{ targets: { label: string }[] }>('completions', args);
    return targets.map(({ label }) => label).join(' ');
  },
  /** `Tables/board: a1 b1 {"start": 2}`: variables below a path, only those named, requested with these arguments. */
  async values(session, text) {
    const [, path = '', names, args = '{}'] = /^([^:{]+?)(?:: ([^{]+?))?(?: (\{.*))?$/.exec(text) ?? [];
    const found = await session.variables(path, JSON.parse(args) as object);
    const wanted = found.filter(({ name }) => names?.split(' ').includes(name) ?? true);
    return wanted.map(({ name, value }) => `${name}: ${value}`).join('\n');
  },
  /** Everything that is said about one variable. */
  async variable(session, text) {
    const [, path = '', name] = /^(.*)\/(.*)$/.exec(text) ?? [];
    return (await session.variables(path)).find((each) => each.name === name) ?? '! there is none';
  },
  /** `declaration Registers/PC`, `value …`: the line where a variable is declared, or that its value means. */
  async link(session, text, client) {
    const [, kind, path = '', name] = /^(declaration|value) (.*)\/(.*)$/.exec(text) ?? [];
    const found = (await session.variables(path)).find((each) => each.name === name);
    const locationReference = found?.[kind === 'value' ? 'valueLocationReference' : 'declarationLocationReference'];
    return session.placeOf(await client.request('locations', { locationReference }));
  },
  async put(session, text, client) {
    const [, path = '', name, value] = /^(.*)\/(.*?) = (.*)$/.exec(text) ?? [];
    const variablesReference = await session.reference(path);
    return (await client.request<{ value: string }>('setVariable', { variablesReference, name, value })).value;
  },
  async set(_session, text, client) {
    const [expression, value] = text.split(' = ');
    return (await client.request<{ value: string }>('setExpression', { expression, value })).value;
  },
  /** `ram:0x0300 5`: bytes in hexadecimal, `-` for each that is not there. */
  async read(_session, text, client) {
    const [memoryReference, offset, count] = text.split(' ');
    const args = { memoryReference, offset: Number(offset), count: Number(count) };
    const body = await client.request<{ address: string; data?: string; unreadableBytes?: number }>('readMemory', args);
    const hex = Buffer.from(body.data ?? '', 'base64').toString('hex');
    return `${body.address}: ${hex}${'-'.repeat(body.unreadableBytes ?? 0)}`;
  },
  async write(_session, text, client) {
    const [memoryReference, offset, hex = '', partly] = text.split(' ');
    const data = Buffer.from(hex, 'hex').toString('base64');
    const args = { memoryReference, offset: Number(offset), data, allowPartial: partly === 'partly' };
    return `${(await client.request<{ bytesWritten: number }>('writeMemory', args)).bytesWritten} bytes`;
  },
};
