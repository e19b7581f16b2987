/** The bar of actions on the picture: save it, record it, show it alone. */
import { button, element, updateText } from '../dom.ts';
import type { View } from '../view.ts';

export class PictureBar {
  readonly element: HTMLElement;
  private readonly recorder: Recorder;
  private readonly record = button('Record', () => void this.switchRecording(), {
    title: 'Record the picture as a WebM file',
  });
  private readonly full: HTMLButtonElement;

  constructor(
    private readonly view: View,
    canvas: HTMLCanvasElement,
    private readonly fullScreen: boolean,
  ) {
    this.recorder = new Recorder(canvas);
    const switchFull = (): void => this.showFull(!document.body.classList.contains('full'));
    const title = 'Show the picture alone; Escape ends it';
    this.full = button(fullScreen ? 'Full screen' : 'Full size', switchFull, { title });
    const save = button('Save picture', () => void this.save(), { title: 'Save the picture as a PNG file' });
    this.record.hidden = !this.recorder.canRecord;
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.showFull(false);
    });
    document.addEventListener('fullscreenchange', () => {
      if (document.fullscreenElement === null) this.showFull(false);
    });
    const bar = { class: 'bar actions', role: 'group', 'aria-label': 'Picture' };
    this.element = element('div', bar, save, this.record, this.full);
  }

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

/** Size of the files: four by three, with a whole number of pixels for each pixel of the machine. */
const WIDTH = 640;
const HEIGHT = 480;
const RATE = 60;
const VIDEO = 'video/webm';

export class Recorder {
  /** The picture in the monitor's shape, drawn during a recording. */
  private readonly shaped = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  private recorder: MediaRecorder | undefined;
  private readonly parts: Blob[] = [];

  /** @param picture the canvas with a pixel for each of the machine's */
  constructor(private readonly picture: HTMLCanvasElement) {}

  get canRecord(): boolean {
    return typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(VIDEO);
  }

  get recording(): boolean {
    return this.recorder !== undefined;
  }

  drawn(): void {
    if (this.recording) this.shape();
  }

  /** The picture as PNG, base64. */
  async still(): Promise<string> {
    this.shape();
    const blob = await new Promise<Blob | null>((resolve) => this.shaped.toBlob(resolve, 'image/png'));
    return blob === null ? '' : base64(blob);
  }

  start(): void {
    this.shape();
    this.parts.length = 0;
    const recorder = new MediaRecorder(this.shaped.captureStream(RATE), { mimeType: VIDEO });
    recorder.addEventListener('dataavailable', ({ data }) => this.parts.push(data));
    recorder.start();
    this.recorder = recorder;
  }

  /** Ends the recording. @returns it as WebM, base64 */
  async stop(): Promise<string> {
    const { recorder } = this;
    if (recorder === undefined) return '';
    this.recorder = undefined;
    await new Promise((resolve) => {
      recorder.addEventListener('stop', resolve, { once: true });
      recorder.stop();
    });
    return base64(new Blob(this.parts, { type: VIDEO }));
  }

  private shape(): void {
    const context = this.shaped.getContext('2d');
    if (context === null) return;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.picture, 0, 0, WIDTH, HEIGHT);
  }
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => resolve(''));
    reader.readAsDataURL(blob);
  });
}
