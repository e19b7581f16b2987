/** The bar with speed and sound. The speed that it shows is what the debug adapter reported. */
import type { Speed } from '#debugger/protocol';
import { button, element, updateText } from '../dom.ts';
import type { View } from '../view.ts';
import { parseSpeed, speedOptions } from './screen-model.ts';
import { SoundPlayer } from './sound-player.ts';

/** What the button says: browsers play nothing before a click, so a program that plays is not heard at first. */
const SOUND = { off: 'Sound: off', on: 'Sound: on' };

export class Controls {
  readonly bar: HTMLElement;
  private readonly player: SoundPlayer;
  private readonly speed = element('select', { class: 'speed' });
  private readonly sound = button(SOUND.off, () => this.switchSound(), {
    class: 'sound',
    'aria-label': 'Sound',
    'aria-pressed': 'false',
    title: 'Play the sound while the program runs in real time',
  });
  private shown: Speed | undefined;

  /** @param streams whether the page lets sound be streamed */
  constructor(
    private readonly view: View,
    streams: boolean,
  ) {
    this.player = new SoundPlayer(streams);
    this.bar = element(
      'div',
      { class: 'bar', role: 'group', 'aria-label': 'Speed and sound' },
      element('label', {}, 'Speed ', this.speed),
      this.sound,
    );
    this.showSpeed('realtime');
    this.speed.addEventListener('change', () => {
      this.shown = parseSpeed(this.speed.value);
      view.post({ type: 'speed', speed: this.shown });
    });
  }

  /** Shows the current speed; while that stays the same, the choice is left alone, since it may be open. */
  showSpeed(speed: Speed): void {
    if (speed === this.shown) return;
    this.shown = speed;
    this.speed.replaceChildren(...speedOptions(speed).map(({ value, text }) => element('option', { value }, text)));
    this.speed.value = String(speed);
  }

  play(samples: Uint8Array): void {
    this.player.play(samples);
  }

  private switchSound(): void {
    const on = this.sound.getAttribute('aria-pressed') !== 'true';
    if (on) this.player.on();
    else this.player.off();
    this.sound.setAttribute('aria-pressed', String(on));
    updateText(this.sound, on ? SOUND.on : SOUND.off);
    this.view.post({ type: 'listen', on });
  }
}
