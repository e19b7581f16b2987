/** What belongs to a game beside its board: what the machine thinks, its level, the record, a position. */
import { gameToPgn, type DecodedPlay, type PlayLevel } from '#chess';
import type { ToMachine } from '#page/protocol';
import { element, updateText } from '../dom.ts';
import { LEVELS, thoughtText, turnsText } from './play-model.ts';

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
    const pgn = element('button', { type: 'button' }, 'Copy PGN');
    pgn.addEventListener('click', () => copy(gameToPgn(this.last?.tables.game ?? { turns: [] })));
    this.record.append(pgn);
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

  /** A choice, or a button where a key goes to the next level; made again only when it changes, since it may be open. */
  private showLevel(level: PlayLevel | null): void {
    const shown = JSON.stringify(level);
    if (shown === this.shownLevel) return;
    this.shownLevel = shown;
    this.level.hidden = level === null;
    if (level !== null) this.level.replaceChildren('Level ', this.levelControl(level));
  }

  private levelControl({ level, entered }: PlayLevel): HTMLElement {
    if (entered === null) return element('span', {}, String(level));
    if (entered === 'next') {
      const next = element('button', { type: 'button', title: 'Next level' }, String(level));
      next.addEventListener('click', () => this.send({ type: 'level', level }));
      return next;
    }
    const choice = element('select', { 'aria-label': 'Level' });
    choice.append(...LEVELS.map((value) => element('option', { value: String(value) }, String(value))));
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
