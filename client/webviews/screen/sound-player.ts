/**
 * Plays the machine's samples through Web Audio. Silence, a slow host and another speed leave a gap.
 *
 * A browser only plays the sound of a page after a click in it. So the audio context is made by `on`, which the button
 * calls, and not before. Sound begins softly, since a level that is suddenly there would click.
 */

/** Volume, from 0 to 1. */
const VOLUME = 0.5;
/** Seconds until the volume is reached. */
const FADE = 0.1;

/** Plays filtered samples, one piece after the other. */
type Output = (samples: Float32Array<ArrayBuffer>) => void;

export class SoundPlayer {
  private playing: { readonly context: AudioContext; readonly filter: SoundFilter; output: Output } | undefined;

  /** @param streams whether the page allows an AudioWorklet; otherwise, or on a host without them, pieces are queued */
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

/** Samples a second: one a scan line. */
export const SOUND_RATE = 31_250;
const HIGH_PASS_HZ = 160;
const LOW_PASS_HZ = 700;
/** The highest value of the DAC. */
const FULL = 15;

/**
 * Filters a stream of samples that comes in pieces, as the machine's audio output does: a high-pass of 160 Hz and a
 * low-pass of 700 Hz, of first order each. The high-pass also takes away the DC that a DAC of 0..15 has.
 */
export class SoundFilter {
  private input = 0;
  private high = 0;
  private low = 0;

  /** Samples, a byte each, after the filters; between -1 and 1. */
  process(bytes: Uint8Array): Float32Array<ArrayBuffer> {
    const filtered = new Float32Array(bytes.length);
    for (const [i, byte] of bytes.entries()) {
      const input = (byte & FULL) / FULL;
      this.high = HIGH_KEPT * (this.high + input - this.input);
      this.input = input;
      this.low += LOW_TAKEN * (this.high - this.low);
      filtered[i] = this.low;
    }
    return filtered;
  }
}

/** Time constants of the filters, as factors for each sample. */
const HIGH_KEPT = 1 / (1 + (2 * Math.PI * HIGH_PASS_HZ) / SOUND_RATE);
const LOW_TAKEN = 1 - Math.exp((-2 * Math.PI * LOW_PASS_HZ) / SOUND_RATE);

/** Delay of a piece after a gap, so that the next one arrives in time; seconds. */
const LEAD = 0.1;
/** Sound that waits longer than this has fallen behind the picture; seconds. */
const MOST_WAITING = 0.3;

/** Joins pieces of sound without gaps. @returns when one that comes now starts, in seconds; undefined: too late */
export function soundQueue(): (now: number, duration: number) => number | undefined {
  let end = 0;
  return (now, duration) => {
    const start = end < now ? now + LEAD : end;
    if (start - now > MOST_WAITING) return undefined;
    end = start + duration;
    return start;
  };
}

function queued(context: AudioContext, target: AudioNode): Output {
  const startOf = soundQueue();
  return (samples) => {
    const start = startOf(context.currentTime, samples.length / SOUND_RATE);
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
 * The script of the worklet, which has a global scope of its own. The stream waits until there is enough to go on
 * without a gap. If there is a gap nevertheless, it fades out.
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

/** Takes pieces of the stream; undefined if the host has no worklets, such as a page at an insecure address. */
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
