/**
 * Plays the machine's samples through Web Audio. Silence, a slow host and another speed leave a gap.
 *
 * A browser only plays the sound of a page after a click in it. So the audio context is made by `on`, which the button
 * calls, and not before. Sound begins softly, since a level that is suddenly there would click.
 */
import { LEAD, SOUND_RATE, SoundFilter, SoundQueue, MOST_WAITING } from './sound-model.ts';

/** Volume, from 0 to 1. */
const VOLUME = 0.5;
/** Until the volume is reached, seconds. */
const FADE = 0.1;

/** Plays filtered samples, one piece after the other. */
type Output = (samples: Float32Array<ArrayBuffer>) => void;

export class SoundPlayer {
  private playing: { readonly context: AudioContext; readonly filter: SoundFilter; output: Output } | undefined;

  /** @param streams whether the page lets an AudioWorklet load; otherwise, and on a host without them, pieces are queued */
  constructor(private readonly streams: boolean) {}

  /** Call from the handler of a click. */
  on(): void {
    if (this.playing) return;
    const context = new AudioContext({ sampleRate: SOUND_RATE });
    const volume = context.createGain();
    const start = context.currentTime + LEAD;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(VOLUME, start + FADE);
    volume.connect(context.destination);
    const playing = { context, filter: new SoundFilter(), output: queued(context, volume) };
    this.playing = playing;
    if (!this.streams) return;
    void soundStream(context, volume).then((output) => {
      if (output !== undefined) playing.output = output;
    });
  }

  off(): void {
    void this.playing?.context.close();
    this.playing = undefined;
  }

  /** @param samples values of the DAC, 0 to 15, a byte each */
  play(samples: Uint8Array): void {
    if (!this.playing || samples.length === 0) return;
    const { filter, output } = this.playing;
    output(filter.process(samples));
  }
}

/** A buffer for each piece, one after the other. */
function queued(context: AudioContext, target: AudioNode): Output {
  const queue = new SoundQueue();
  return (samples) => {
    const start = queue.start(context.currentTime, samples.length / SOUND_RATE);
    if (start === undefined) return;
    const buffer = context.createBuffer(1, samples.length, SOUND_RATE);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(target);
    source.start(start);
  };
}

/**
 * The script of the worklet, which has a global scope of its own. The stream waits until there is enough to go on without
 * a gap. Where there is a gap nevertheless, it fades out.
 */
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
async function soundStream(context: AudioContext, target: AudioNode): Promise<Output | undefined> {
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
