/** Every case of `cases/`: the server answers as the case says. cases/README.md has the form and the verbs. */
import type {
  CallHierarchyItem,
  CodeAction,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Location,
  Position,
  Range,
  SelectionRange,
  SignatureHelp,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { assemble } from '#assembler';
import { testCases } from '#test/cases.ts';
import { applied, languageFixture, type OpenSource, textIn } from '#test/server/language-fixture.ts';

const server = languageFixture({ textDocument: { codeAction: { disabledSupport: true } } });

/** What the server is asked at a place; README.md has the verbs. */
interface Question {
  readonly verb: string;
  readonly argument: string;
  /** In the file of cases, from 1. */
  readonly number: number;
  /** Which cursor of the case it is about, from 0; -1 for the whole source. */
  readonly cursor: number;
  /** The text that is expected, where a question has one. */
  readonly lines: string[];
}

interface LanguageCase {
  readonly title: string;
  readonly marked: string;
  readonly questions: readonly Question[];
}

/** The cases of a file. What is above the first title is in front of each of them. */
function readLanguageCases(text: string): LanguageCase[] {
  const [shared = '', ...parts] = text.trimEnd().split(/^;;(?= |$)/m);
  const groups = new Map([...shared.matchAll(/^;: (\S+) (;\? .*)$/gm)].map(([, name, questions]) => [name, questions]));
  const head = shared.replace(/^;[ :].*\n/gm, '').replace(/^\n+/, '');
  let number = shared.split('\n').length;
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const source: string[] = [];
    const questions: Question[] = [];
    for (const line of lines) {
      number++;
      const result = /^;=(?: (.*))?$/.exec(line);
      if (result !== null) {
        questions.at(-1)!.lines.push(result[1] ?? '');
        continue;
      }
      const written = line.replace(/;\? as (\S+)/, (_, name: string) => groups.get(name) ?? '');
      const [code = '', ...asked] = written.split(/\s*;\? /);
      if (code !== '' || asked.length === 0) source.push(code);
      const cursor = (head + source.join('\n')).split('¦').length - 2;
      for (const each of asked) {
        const [, verb = '', argument = ''] = /^(\S+) ?(.*)$/.exec(each.trimEnd()) ?? [];
        questions.push({ verb, argument, number, cursor, lines: [] });
      }
    }
    while (source.at(-1) === '') source.pop();
    return { title: title.trim() || source.join(' | '), marked: `${head}${source.join('\n')}\n`, questions };
  });
}

/** Where the server's answers differ from what a case says, each with its line in the file of cases. */
async function languageDifferences(tried: LanguageCase): Promise<string[]> {
  const told: string[] = [];
  const source = await server.open(tried.marked);
  for (const question of tried.questions) {
    const answer = await ANSWERS[question.verb]!(new Asked(source, question));
    if (answer !== undefined) told.push(`${question.number}: ${question.verb} ${question.argument}: ${answer}`);
  }
  return told;
}

/** A question, and the open source that it is about. */
class Asked {
  constructor(
    readonly source: OpenSource,
    readonly question: Question,
  ) {}

  get argument(): string {
    return this.question.argument;
  }

  get words(): string[] {
    return this.argument.split(' ').filter((word) => word !== '');
  }

  get position(): Position | undefined {
    return this.source.cursors[this.question.cursor];
  }

  request<R>(method: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<R> {
    return this.source.request<R>(method, { position: this.position, ...parameters });
  }

  /** How a list differs from the expected one; undefined if it does not. */
  compare(actual: readonly unknown[], expected: readonly unknown[]): string | undefined {
    const [is, wanted] = [actual, expected].map((list) => JSON.stringify(list));
    return is === wanted ? undefined : `${is}, not ${wanted}`;
  }

  /** Marked ranges are in the order of the text. */
  compareRanges(ranges: readonly Range[], wanted: readonly Range[] = this.source.ranges): string | undefined {
    const shown = (list: readonly Range[]): string[] =>
      list.map(({ start, end }) => `${start.line + 1}:${start.character}-${end.character}`);
    return this.compare(shown(inOrder(ranges)), shown(wanted));
  }

  async hover(): Promise<string> {
    const answer = await this.request<{ contents: { value: string } } | null>('hover');
    return (answer?.contents.value ?? '').replaceAll(/\s+/g, ' ');
  }

  /** What completion offers, the most likely first. */
  async offered(): Promise<string[]> {
    const answer = await this.request<{ items: { label: string; sortText: string }[] } | null>('completion');
    return (answer?.items ?? []).sort((a, b) => (a.sortText < b.sortText ? -1 : 1)).map(({ label }) => label);
  }

  async definition(): Promise<Location | null> {
    return this.request<Location | null>('definition');
  }

  async actions(): Promise<CodeAction[]> {
    const { position, source } = this;
    const range = position === undefined ? source.ranges[0] : { start: position, end: position };
    const answers: CodeAction[] = [];
    for (const kind of ['quickfix', 'refactor']) {
      const context = { diagnostics: [], only: [kind] };
      answers.push(...((await this.request<CodeAction[] | null>('codeAction', { range, context })) ?? []));
    }
    return answers;
  }

  async calls(direction: 'incoming' | 'outgoing', item: CallHierarchyItem): Promise<string[]> {
    const calls = await server.client.send<Record<'from' | 'to', CallHierarchyItem>[]>(
      `callHierarchy/${direction}Calls`,
      { item },
    );
    return calls.map((call) => (direction === 'incoming' ? call.from : call.to).name);
  }
}

const MOST_ITEMS = 60;
const inOrder = (ranges: readonly Range[]): Range[] =>
  [...ranges].sort((a, b) => a.start.line - b.start.line || a.start.character - b.start.character);

/** Names with their lines, and those below them in brackets; ranges must hold their names and their children. */
function outline(symbols: readonly DocumentSymbol[], outer?: Range): string {
  const shown = symbols.map(({ name, range, selectionRange, children = [] }) => {
    const [first, last] = [range.start.line + 1, range.end.line + 1];
    const inside = [[selectionRange, range] as const, ...(outer === undefined ? [] : [[range, outer] as const])];
    const isOutside = inside.some(([a, b]) => a.start.line < b.start.line || a.end.line > b.end.line);
    const below = children.length > 0 ? ` (${outline(children, range)})` : '';
    return `${name} ${first === last ? first : `${first}-${last}`}${isOutside ? ' outside' : ''}${below}`;
  });
  return shown.join(', ');
}

/** Whether a text has the parts of a pattern one after the other; `…` is between them. */
function has(text: string, pattern: string): boolean {
  let at = 0;
  return pattern.split('…').every((part) => (at = text.indexOf(part, at) + part.length) >= part.length);
}

/** How an answer differs from what is expected, by verb; undefined if it does not. */
const ANSWERS: Readonly<Record<string, (asked: Asked) => Promise<string | undefined>>> = {
  async hover(asked) {
    const text = await asked.hover();
    const [, exact = asked.argument === '' ? '' : undefined] = /^= (.*)$/.exec(asked.argument) ?? [];
    return (exact === undefined ? has(text, asked.argument) : text === exact) ? undefined : text;
  },
  async 'hover-lacks'(asked) {
    const text = await asked.hover();
    return has(text, asked.argument) ? text : undefined;
  },
  /** How the line with the definition begins; its range is a marked one, if there are any. */
  async definition(asked) {
    const { argument, source } = asked;
    const place = await asked.definition();
    const line = place === null ? '' : source.text.split('\n')[place.range.start.line]!;
    if (!line.trim().startsWith(argument) || (argument === '' && place !== null)) return `in ${line}`;
    const isMarked = source.ranges.some((range) => asked.compareRanges([range], [place!.range]) === undefined);
    return argument === '' || source.ranges.length === 0 || isMarked ? undefined : 'not a marked range';
  },
  /** The marked ranges; unless the case says `all`, also without the declaration: all but that of the definition. */
  async references(asked) {
    const ranges = async (includeDeclaration: boolean): Promise<Range[]> => {
      const uses = await asked.request<Location[]>('references', { context: { includeDeclaration } });
      return uses.map(({ range }) => range);
    };
    if (asked.argument === 'all') return asked.compareRanges(await ranges(true));
    const declared = JSON.stringify((await asked.definition())?.range);
    const uses = asked.source.ranges.filter((range) => JSON.stringify(range) !== declared);
    return asked.compareRanges(await ranges(true)) ?? asked.compareRanges(await ranges(false), uses);
  },
  /** Places that use the name or define it, marked or not. */
  async used(asked) {
    const uses = await asked.request<Location[] | null>('references', { context: { includeDeclaration: true } });
    return (uses?.length ?? 0) > 0 ? undefined : 'nowhere';
  },
  /** The marked ranges, and which are read and written. */
  async highlights(asked) {
    const found = await asked.request<DocumentHighlight[]>('documentHighlight');
    const kinds = found.map(({ kind }) => (kind === 3 ? 'write' : 'read'));
    return (
      asked.compareRanges(found.map(({ range }) => range)) ??
      (asked.words.length === 0 ? undefined : asked.compare(kinds, asked.words))
    );
  },
  /** The new name in the place of each marked range. */
  async rename(asked) {
    const { source } = asked;
    const [newName = '', refused, ...why] = asked.words;
    const answer = await asked
      .request<WorkspaceEdit | null>('rename', { newName })
      .catch((error: Error) => error.message);
    if (refused === 'refused') return typeof answer === 'string' && has(answer, why.join(' ')) ? undefined : 'is done';
    if (typeof answer === 'string') return answer;
    if (refused === 'nothing') return answer === null ? undefined : 'is done';
    const wanted = applied(
      source.text,
      source.ranges.map((range) => ({ range, newText: newName })),
    );
    return asked.compare([applied(source.text, answer?.changes?.[source.uri] ?? [])], [wanted]);
  },
  /** The name that is offered for a change; nothing if there is none. */
  async renames(asked) {
    const answer = await asked.request<{ range: Range; placeholder: string } | null>('prepareRename');
    const found = answer === null ? [] : [answer.placeholder, textIn(asked.source.text, answer.range)];
    return asked.compare(found, asked.argument === '' ? [] : [asked.argument, asked.argument]);
  },
  async first(asked) {
    const offered = await asked.offered();
    if (offered.length > MOST_ITEMS) return `${offered.length} items`;
    return asked.compare(offered.slice(0, asked.words.length), asked.words);
  },
  async offers(asked) {
    const offered = await asked.offered();
    return asked.words.every((word) => offered.includes(word)) ? undefined : offered.join(' ');
  },
  async 'offers-only'(asked) {
    return asked.compare(await asked.offered(), asked.words);
  },
  async lacks(asked) {
    const offered = await asked.offered();
    return asked.words.some((word) => offered.includes(word)) ? offered.join(' ') : undefined;
  },
  /** The form that fits what is typed, or how it begins. */
  async signature(asked) {
    const answer = await asked.request<SignatureHelp | null>('signatureHelp');
    const label = answer?.signatures[answer.activeSignature ?? 0]?.label ?? '';
    const isIt = asked.argument === '' ? label === '' : label.startsWith(asked.argument);
    return isIt ? undefined : label;
  },
  /** Any of the forms: `LABEL: documentation`. */
  async 'signature-among'(asked) {
    const { signatures } = await asked.request<SignatureHelp>('signatureHelp');
    const shown = signatures.map(({ label, documentation }) => `${label}: ${String(documentation)}`);
    return shown.includes(asked.argument) ? undefined : shown.join(' ');
  },
  /** The number of the parameter that is being written, from 1. */
  async parameter(asked) {
    const { activeParameter } = await asked.request<SignatureHelp>('signatureHelp');
    return asked.compare([(activeParameter ?? -1) + 1], [Number(asked.argument)]);
  },
  /** The text after the action; a refactoring leaves the image as it is. */
  async does(asked) {
    const { source, question } = asked;
    const actions = await asked.actions();
    const action = actions.find(({ title }) => title === asked.argument);
    if (action?.edit === undefined) return actions.map(({ title }) => title).join(', ');
    if (action.command !== undefined) return 'also runs a command';
    const text = applied(source.text, action.edit.changes![source.uri]!);
    if (action.kind?.startsWith('refactor') === true && imageOf(text) !== imageOf(source.text)) return 'another image';
    return asked.compare(text.trimEnd().split('\n'), question.lines);
  },
  async prefers(asked) {
    const preferred = (await asked.actions()).filter(({ isPreferred }) => isPreferred);
    return asked.compare(
      preferred.map(({ title }) => title),
      [asked.argument],
    );
  },
  async 'does-not-prefer'(asked) {
    const action = (await asked.actions()).find(({ title }) => title === asked.argument);
    return action?.edit !== undefined && action.isPreferred === undefined ? undefined : JSON.stringify(action);
  },
  async refuses(asked) {
    const { argument } = asked;
    const actions = await asked.actions();
    const refused = actions.flatMap(({ title, disabled }) => (disabled ? [`${title}: ${disabled.reason}`] : []));
    return refused.includes(argument) ? undefined : refused.join(' ');
  },
  /** No action whose title begins so, done or refused. */
  async 'lacks-action'(asked) {
    const actions = await asked.actions();
    return actions.find(({ title }) => title.startsWith(asked.argument))?.title;
  },
  async outline(asked) {
    return asked.compare([outline(await asked.request<DocumentSymbol[]>('documentSymbol'))], [asked.argument]);
  },
  async folds(asked) {
    const folds = await asked.request<FoldingRange[]>('foldingRange');
    const shown = folds.map(({ startLine, endLine }) => `${startLine + 1}-${endLine + 1}`);
    return asked.compare(shown.sort(), asked.words);
  },
  /** The selections that a cursor grows to, one within the other. */
  async grows(asked) {
    const [first] = await asked.request<SelectionRange[]>('selectionRange', { positions: [asked.position] });
    const steps: string[] = [];
    for (let step = first; step !== undefined; step = step.parent) steps.push(textIn(asked.source.text, step.range));
    const wanted = asked.argument.split(' < ');
    return asked.compare([...steps.slice(0, wanted.length), steps.at(-1)], [...wanted, asked.source.text]);
  },
  /** `of NAME: callers > callees`. */
  async calls(asked) {
    const [item] = await asked.request<CallHierarchyItem[]>('prepareCallHierarchy');
    const [from, to] = [await asked.calls('incoming', item!), await asked.calls('outgoing', item!)];
    return asked.compare([`${from.join(' ')} > ${to.join(' ')}`.trim()], [asked.argument]);
  },
};

/** The image of a source without errors, as text. */
function imageOf(text: string): string {
  const assembly = assemble('main.gtasm', { read: () => ({ text }) }, { check: false });
  if (assembly.hasErrors) throw new Error(`there are errors in\n${text}`);
  return Buffer.from(assembly.rom()).toString('hex');
}

testCases({ path: 'test/server/cases', extension: '.gtasm', read: readLanguageCases }, languageDifferences);
