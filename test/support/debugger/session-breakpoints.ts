/** Requests of a case about where the program is to stop. */
import type { Ask, Session } from './session.ts';

type Set = Parameters<Session['setAs']>[0];

const listOf = (text: string): string[] => text.split('; ').filter((each) => each !== '');

/** `what if condition hits count log message`. */
function conditionsOf(text: string): { what: string } & Record<string, string | undefined> {
  const [, what = '', condition, hitCondition, logMessage] =
    /^(.*?)(?: if (.*?))?(?: hits (.*?))?(?: log (.*))?$/.exec(text) ?? [];
  return { what, condition, hitCondition, logMessage };
}

/** Where the program is to stop. */
export const BREAKPOINTS: Readonly<Record<string, Ask>> = {
  /** Replaces those of the files that are named; `FILE:` removes those of a file, and no place those of all files. */
  async break(session, text, client) {
    const specs = listOf(text).map(conditionsOf);
    if (specs.length === 0) for (const path of session.broken) await client.breakAt(path);
    const places = specs.map(({ what, ...others }) => ({ ...session.lineOf(what), ...others }));
    const told: string[] = [];
    for (const path of new Set(places.map((place) => place.path))) {
      session.broken.add(path);
      const here = places
        .filter((place) => place.path === path && place.line > 0)
        .map(({ path: _, ...place }) => place);
      const written = listOf(text).filter((_, at) => places[at]!.path === path);
      told.push(session.setAs(await client.breakAt(path, ...here), written));
    }
    return told.join('; ');
  },
  async function(session, text, client) {
    const labels = listOf(text).map(conditionsOf);
    return session.setAs(
      await client.breakIn(...labels.map(({ what, ...others }) => ({ name: what, ...others }))),
      listOf(text),
    );
  },
  async data(session, text, client) {
    const { what, condition } = conditionsOf(text);
    const [, name = '', access] = /^(.*?)(?: (read|write|readWrite))?$/.exec(what) ?? [];
    return session.setAs(await client.breakOnData(name, access, condition), [text]);
  },
  /** The exception filters that are on; a condition makes it one with options. */
  async filter(session, text, client) {
    const wanted = listOf(text).map(conditionsOf);
    const filters = wanted.filter(({ condition }) => condition === undefined).map(({ what }) => what);
    const options = wanted.filter(({ condition }) => condition !== undefined);
    const filterOptions = options.map(({ what, condition }) => ({ filterId: what, condition }));
    const args = { filters, filterOptions };
    const body = await client.request<{ breakpoints: Set }>('setExceptionBreakpoints', args);
    return session.setAs(body.breakpoints, listOf(text));
  },
  /** `0x0002+1`: at addresses. */
  async instruction(session, text, client) {
    const places = listOf(text).map((place) => place.split('+'));
    const breakpoints = places.map(([instructionReference, offset]) => ({
      instructionReference,
      ...(offset === undefined ? {} : { offset: Number(offset) }),
    }));
    const args = { breakpoints };
    const body = await client.request<{ breakpoints: Set }>('setInstructionBreakpoints', args);
    return session.setAs(body.breakpoints, listOf(text));
  },
  /** Which breakpoints the program has stopped at, as they were written. */
  async hit(session) {
    return (session.last.hitBreakpointIds ?? []).map((id) => session.written.get(id)).join('; ');
  },
  async exception(_session, _text, client) {
    const { exceptionId, description } = await client.request<Record<string, string>>('exceptionInfo', { threadId: 1 });
    return `${exceptionId}: ${description}`;
  },
};
