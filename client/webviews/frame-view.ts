/** What the views of a frame's cycles share: they show the last stop, or that there is none. */
import type { FrameMessage } from '#debugger/protocol';
import { element, updateText, type Child } from './dom.ts';
import type { View, ViewHandlers } from './view.ts';

export abstract class FrameView {
  readonly handlers: ViewHandlers;
  protected last: FrameMessage | undefined;
  private readonly state = element('p', { class: 'state', role: 'status' });
  private readonly parts = element('div');

  protected constructor(protected readonly view: View) {
    this.parts.hidden = true;
    view.content.append(this.state, this.parts);
    this.handlers = {
      frame: (message) => {
        this.last = message;
        this.parts.hidden = false;
        updateText(this.state, this.draw(message));
      },
      tables: ({ running }) => {
        if (this.last === undefined) updateText(this.state, 'Shown when the program stops.');
        else if (running) updateText(this.state, 'As it was when the program last stopped.');
      },
      idle: () => {
        this.last = undefined;
        this.parts.hidden = true;
      },
    };
  }

  /** Draws the frame. @returns what the view says of it */
  protected abstract draw(message: FrameMessage): string;

  /** Puts the view's own parts into the page. */
  protected show(...parts: readonly Child[]): void {
    this.parts.append(...parts);
  }
}
