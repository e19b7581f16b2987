/** Requests of a case for what is shown, and to set it. */
import type { Ask } from './session.ts';
import { stepTargets } from './session-moves.ts';

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
  /** `Tables/board: a1 b1 {"start": 2}`: variables below a path, those that are named, by these arguments. */
  async values(session, text) {
    const [, path = '', names, args = '{}'] = /^([^:{]+?)(?:: ([^{]+?))?(?: (\{.*))?$/.exec(text) ?? [];
    const found = await session.variables(path, JSON.parse(args) as object);
    const wanted = found.filter(({ name }) => names?.split(' ').includes(name) ?? true);
    return wanted.map(({ name, value }) => `${name}: ${value}`).join('\n');
  },
  /** All that is told of one variable. */
  async variable(session, text) {
    const [, path = '', name] = /^(.*)\/(.*)$/.exec(text) ?? [];
    return (await session.variables(path)).find((each) => each.name === name) ?? '! there is none';
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
