/** The panels of the page: what is in the machine, the text to type, the bar of the machine, the game. */
import type { Inside, KeptIn, ToMachine } from '#page/protocol';
import { playToPgn, type DecodedPlay, type PlayLevel } from '#chess';
import { button, element, updateText } from '../dom.ts';
import { keysOfText, LEVELS, thoughtText, turnsText } from './play-model.ts';
import { kept, saveText } from './browser.ts';

export class InsidePanel {
  readonly element = element('details', { class: 'inside' });
  private readonly place = element('p', { class: 'hex' });
  private readonly registers = new Values('Registers');
  private readonly variables = new Values('Zero page');

  /** @param named whether the page has the names of the program */
  constructor(named: boolean, send: (message: ToMachine) => void) {
    this.element.append(element('summary', {}, 'Look inside'), this.place, this.registers.element);
    if (named) this.element.append(this.variables.element);
    this.element.addEventListener('toggle', () => send({ type: 'look', on: this.element.open }));
  }

  show({ place, registers, variables }: Inside): void {
    updateText(this.place, place);
    this.registers.show(registers);
    this.variables.show(variables);
  }
}

/** Names with their values; elements are made once. */
class Values {
  readonly element: HTMLElement;
  private readonly list = element('dl', { class: 'hex' });
  private readonly shown = new Map<string, HTMLElement>();

  constructor(title: string) {
    this.element = element('section', { 'aria-label': title }, element('h2', {}, title), this.list);
  }

  show(values: Inside['variables']): void {
    for (const [name, text] of values) {
      const value = this.shown.get(name) ?? this.add(name);
      updateText(value, text);
    }
  }

  private add(name: string): HTMLElement {
    const value = element('dd');
    this.list.append(element('div', {}, element('dt', {}, name), value));
    this.shown.set(name, value);
    return value;
  }
}

/** Types a text on the machine's keyboard: that of a field, or one that is pasted anywhere else. */
export function typePanel(send: (message: ToMachine) => void): HTMLElement {
  const field = element('textarea', { rows: '2', 'aria-label': 'Text for the keyboard of the machine' });
  const type = button('Type it', () => {
    send({ type: 'type', keys: keysOfText(field.value) });
    field.value = '';
  });
  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData('text') ?? '';
    if (text !== '') send({ type: 'type', keys: keysOfText(text) });
  });
  return element('details', { class: 'typing' }, element('summary', {}, 'Type text'), field, type);
}

export class MachineBar {
  readonly element: HTMLElement;
  private readonly pause: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private readonly key: string;
  private running = true;

  /** @param figures shows or hides how busy the machine is */
  constructor(
    private readonly title: string,
    private readonly send: (message: ToMachine) => void,
    figures: () => void,
  ) {
    this.key = `gigatron-state ${title}`;
    this.pause = button('Pause', () => send({ type: 'run', on: !this.running }), {
      title: 'Stop the machine where it is, and go on from there',
    });
    this.back = button('Go back', () => send({ type: 'load', text: kept.get(this.key) ?? '' }), {
      title: 'Go back to the state that is kept',
    });
    this.back.disabled = kept.get(this.key) === undefined;
    const file = element('input', { type: 'file', accept: '.gtstate', 'aria-label': 'File with a state', hidden: '' });
    file.addEventListener('change', () => void this.load(file));
    const bar = { class: 'bar', role: 'group', 'aria-label': 'Machine' };
    this.element = element(
      'div',
      bar,
      this.pause,
      button('Frame', () => send({ type: 'frame' }), { title: 'Run one frame of the picture, and pause' }),
      button('Reset', () => send({ type: 'reset' }), { title: 'Begin again' }),
      button('Keep', () => send({ type: 'save', to: 'browser' }), {
        title: 'Keep the state of the machine in this browser',
      }),
      this.back,
      button('Save…', () => send({ type: 'save', to: 'file' }), { title: 'Save the state of the machine as a file' }),
      button('Load…', () => file.click(), { title: 'Load the state of the machine from a file' }),
      button('Figures', figures, { title: 'Show how busy this page is' }),
      file,
    );
  }

  showRunning(running: boolean): void {
    if (running === this.running) return;
    this.running = running;
    updateText(this.pause, running ? 'Pause' : 'Go on');
  }

  keep({ text, to }: { readonly text: string; readonly to: KeptIn }): void {
    if (to === 'file') saveText(`${this.title.replaceAll(/[^\w-]+/g, '-')}.gtstate`, text);
    else this.back.disabled = !kept.set(this.key, text);
  }

  private async load(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (file !== undefined) this.send({ type: 'load', text: await file.text() });
    input.value = '';
  }
}

/** What belongs to a game beside its board: what the machine thinks, its level, the record, a position. */
export class PlayPanel {
  readonly element: HTMLElement;
  private readonly thought = element('p', { class: 'thought' });
  private readonly turns = element('p', { class: 'turns', role: 'status' });
  private readonly level = element('div', { class: 'bar' });
  private readonly record = element('div', { class: 'bar' });
  private readonly position: HTMLElement;
  private last: DecodedPlay | undefined;
  private shownLevel = '';

  constructor(
    private readonly send: (message: ToMachine) => void,
    copy: (text: string) => void,
  ) {
    this.record.append(button('Copy PGN', () => copy(this.last === undefined ? '' : playToPgn(this.last))));
    this.position = this.positionForm();
    this.element = element('div', {}, this.thought, this.turns, this.level, this.record, this.position);
  }

  show(play: DecodedPlay): void {
    this.last = play;
    const { game } = play.tables;
    updateText(this.thought, thoughtText(play));
    updateText(this.turns, turnsText(game));
    this.element.dataset['thinking'] = String(play.thinking);
    this.record.hidden = game === null;
    this.position.hidden = !play.takesPosition;
    this.showLevel(play.level);
  }

  /** A choice, or a button where a key goes to the next level; rebuilt only for another level, as it may be open. */
  private showLevel(level: PlayLevel | null): void {
    const shown = JSON.stringify(level);
    if (shown === this.shownLevel) return;
    this.shownLevel = shown;
    this.level.hidden = level === null;
    if (level !== null) this.level.replaceChildren('Level ', this.levelControl(level));
  }

  private levelControl({ level, entered, from, names }: PlayLevel): HTMLElement {
    const textOf = (value: number): string => [value, names[value - from] ?? []].flat().join(': ');
    if (entered === null) return element('span', {}, textOf(level));
    if (entered === 'next') {
      return button(textOf(level), () => this.send({ type: 'level', level }), { title: 'Next level' });
    }
    const choice = element('select', { 'aria-label': 'Level' });
    // A level for which there is no digit can be left, but not chosen.
    const levels = new Set([...LEVELS, level]);
    choice.append(...Array.from(levels, (value) => element('option', { value: String(value) }, textOf(value))));
    choice.value = String(level);
    choice.addEventListener('change', () => this.send({ type: 'level', level: Number(choice.value) }));
    return choice;
  }

  private positionForm(): HTMLElement {
    const field = element('input', { type: 'text', 'aria-label': 'Position as FEN', placeholder: 'Position as FEN' });
    const set = element('button', { type: 'submit' }, 'Set up');
    const form = element('form', { class: 'bar' }, field, set);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.send({ type: 'position', fen: field.value.trim() });
    });
    return form;
  }
}
