/** The bar of actions on the picture: save it, record it, show it alone. */
import { element, updateText } from '../dom.ts';
import type { View } from '../view.ts';
import { Recorder } from './recorder.ts';

export class PictureBar {
  readonly element: HTMLElement;
  private readonly recorder: Recorder;
  private readonly record = button('Record', 'Record the picture as a WebM file');
  private readonly full: HTMLButtonElement;

  constructor(
    private readonly view: View,
    canvas: HTMLCanvasElement,
    private readonly fullScreen: boolean,
  ) {
    this.recorder = new Recorder(canvas);
    this.full = button(fullScreen ? 'Full screen' : 'Full size', 'Show the picture alone; Escape ends it');
    const save = button('Save picture', 'Save the picture as a PNG file');
    save.addEventListener('click', () => void this.save());
    this.record.addEventListener('click', () => void this.switchRecording());
    this.record.hidden = !this.recorder.canRecord;
    this.full.addEventListener('click', () => this.showFull(!document.body.classList.contains('full')));
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.showFull(false);
    });
    document.addEventListener('fullscreenchange', () => {
      if (document.fullscreenElement === null) this.showFull(false);
    });
    const bar = { class: 'bar actions', role: 'group', 'aria-label': 'Picture' };
    this.element = element('div', bar, save, this.record, this.full);
  }

  /** A new picture has been drawn. */
  drawn(): void {
    this.recorder.drawn();
  }

  private async save(): Promise<void> {
    this.view.post({ type: 'save', name: 'screen.png', data: await this.recorder.still() });
  }

  private async switchRecording(): Promise<void> {
    if (!this.recorder.recording) this.recorder.start();
    else this.view.post({ type: 'save', name: 'screen.webm', data: await this.recorder.stop() });
    const { recording } = this.recorder;
    this.record.setAttribute('aria-pressed', String(recording));
    updateText(this.record, recording ? 'Stop recording' : 'Record');
  }

  private showFull(on: boolean): void {
    if (on === document.body.classList.contains('full')) return;
    document.body.classList.toggle('full', on);
    this.full.setAttribute('aria-pressed', String(on));
    window.dispatchEvent(new Event('resize'));
    if (!this.fullScreen) return;
    // Where a browser refuses, the picture still fills the page.
    const { documentElement: page } = document;
    if (on) void page.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement !== null) void document.exitFullscreen();
  }
}

function button(text: string, title: string): HTMLButtonElement {
  return element('button', { type: 'button', title }, text);
}
