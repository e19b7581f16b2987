/** The picture as a file: a still as PNG, and a recording as WebM, both in the monitor's shape. */

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

  /** Whether this host can record. */
  get canRecord(): boolean {
    return typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(VIDEO);
  }

  get recording(): boolean {
    return this.recorder !== undefined;
  }

  /** A new picture has been drawn. */
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
