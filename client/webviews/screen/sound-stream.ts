/**
 * Plays pieces of sound as one stream, by an AudioWorklet: on the browser's thread for sound, whatever the page does.
 *
 * The stream waits until there is enough to go on without a gap. Where there is a gap nevertheless, it fades out.
 */
import { LEAD, MOST_WAITING, SOUND_RATE } from './sound-model.ts';

/** The script of the worklet, which has a global scope of its own. */
const SCRIPT = `registerProcessor('machine', class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.pieces = [];
    this.at = 0;
    this.waiting = 0;
    this.plays = false;
    this.last = 0;
    this.port.onmessage = ({ data }) => {
      if (this.waiting > ${MOST_WAITING * SOUND_RATE}) return;
      this.pieces.push(data);
      this.waiting += data.length;
      if (this.waiting >= ${LEAD * SOUND_RATE}) this.plays = true;
    };
  }
  next() {
    if (!this.plays) return this.last * 0.99;
    const value = this.pieces[0][this.at++];
    this.waiting--;
    if (this.at === this.pieces[0].length) {
      this.pieces.shift();
      this.at = 0;
      this.plays = this.pieces.length > 0;
    }
    return value;
  }
  process(inputs, [[output]]) {
    for (let i = 0; i < output.length; i++) output[i] = this.last = this.next();
    return true;
  }
});`;

/** What takes pieces of the stream; undefined if the host has no worklets, as a page without a secure address. */
export async function soundStream(
  context: AudioContext,
  target: AudioNode,
): Promise<((samples: Float32Array<ArrayBuffer>) => void) | undefined> {
  if (!('audioWorklet' in context)) return undefined;
  try {
    // In a page from a disk, a browser does not load a worklet from an address of `blob:`.
    await context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(SCRIPT)}`);
    const node = new AudioWorkletNode(context, 'machine', { numberOfInputs: 0, outputChannelCount: [1] });
    node.connect(target);
    return (samples) => node.port.postMessage(samples, [samples.buffer]);
  } catch {
    return undefined;
  }
}
