/**
 * Plays sound messages through Web Audio: a buffer for each, one after the other.
 *
 * A browser only plays the sound of a page after a click in it. So the audio context is made by `on`, which the button
 * calls, and not before. Silence, a slow host and another speed leave a gap.
 */
import type { SoundMessage } from '#debugger/protocol';
import { SOUND_RATE, SoundFilter, SoundQueue } from './sound-model.ts';

/** Volume, from 0 to 1. */
const VOLUME = 0.5;

export class SoundPlayer {
  private playing:
    | {
        readonly context: AudioContext;
        readonly output: AudioNode;
        readonly filter: SoundFilter;
        readonly queue: SoundQueue;
      }
    | undefined;

  /** Call from the handler of a click. */
  on(): void {
    if (this.playing) return;
    const context = new AudioContext({ sampleRate: SOUND_RATE });
    const output = context.createGain();
    output.gain.value = VOLUME;
    output.connect(context.destination);
    this.playing = { context, output, filter: new SoundFilter(), queue: new SoundQueue() };
  }

  off(): void {
    void this.playing?.context.close();
    this.playing = undefined;
  }

  play({ samples }: SoundMessage): void {
    if (!this.playing) return;
    const { context, output, filter, queue } = this.playing;
    const filtered = filter.process(samples);
    if (filtered.length === 0) return;
    const start = queue.start(context.currentTime, filtered.length / SOUND_RATE);
    if (start === undefined) return;
    const buffer = context.createBuffer(1, filtered.length, SOUND_RATE);
    buffer.copyToChannel(filtered, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(output);
    source.start(start);
  }
}
