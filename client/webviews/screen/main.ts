/** The Screen view: the monitor's picture, LEDs and counters; keys and buttons go to the machine; speed and sound. */
import { fromBase64, unpackLines, type PackedLines } from '#basics';
import type { KeyInput, KeyMode, PadButton, PadInput, ScreenState, Speed } from '#debugger/protocol';
import { button, element, updateText } from '../dom.ts';
import type { View, ViewHandlers } from '../view.ts';
import { PictureBar } from './picture-bar.ts';
import { Picture } from './picture.ts';
import { HEIGHT, Keys, PAD_KEYS, parseSpeed, screenTexts, speedOptions, WIDTH } from './screen-model.ts';
import { SoundPlayer } from './sound-player.ts';

/** What the button says: browsers play nothing before a click, so a program that plays is not heard at first. */
const SOUND = { off: 'Sound: off', on: 'Sound: on' };

export class ScreenView {
  readonly handlers: ViewHandlers;
  private readonly keys = new Keys();
  readonly picture = new Picture({
    tabindex: '0',
    role: 'application',
    'aria-label': 'Picture of the machine; keys typed here go to it',
  });
  private readonly canvas = this.picture.canvas;
  private readonly leds = [1, 2, 3, 4].map((n) =>
    element('span', { class: 'led', role: 'img', 'aria-label': `LED ${String(n)} off` }),
  );
  private readonly buttons = new Map<PadButton, HTMLElement>();
  private readonly player: SoundPlayer;
  private readonly sound = button(SOUND.off, () => this.switchSound(), {
    class: 'sound',
    'aria-label': 'Sound',
    'aria-pressed': 'false',
    title: 'Play the sound while the program runs in real time',
  });
  private readonly speed = element('select', { class: 'speed' });
  /** The speed that it shows is what the debug adapter reported. */
  private shownSpeed: Speed | undefined;
  private readonly actions: PictureBar;
  private readonly modes = element(
    'select',
    { 'aria-label': 'Keyboard' },
    element('option', { value: 'pad' }, 'Keys are the game pad'),
    element('option', { value: 'typed' }, 'Keys are typed'),
  );
  private drawn: PackedLines | undefined;
  private readonly counters = element('p', { class: 'counters hex' });

  /** @param ownPage whether it is in a page, not in an editor: then sound is streamed, and full size is full screen */
  constructor(
    private readonly view: View,
    ownPage = false,
  ) {
    this.player = new SoundPlayer(ownPage);
    this.actions = new PictureBar(view, this.picture.whole, ownPage);
    view.content.append(
      this.canvas,
      element('div', { class: 'bar' }, element('span', { class: 'leds' }, ...this.leds), this.counters),
      this.speedAndSound(),
      this.pad(),
      this.modeChoice(),
      this.actions.element,
    );
    this.listen();
    this.handlers = {
      screen: (message) => {
        const { picture } = message;
        this.draw(message, picture === this.drawn ? undefined : unpackLines(picture, WIDTH, HEIGHT));
        this.drawn = picture;
      },
      keys: (mode) => {
        if (this.view.recall('keys') === undefined) this.setMode(mode);
      },
      sound: (message) => this.play(fromBase64(message.samples) ?? new Uint8Array()),
      idle: () => this.keys.releaseAll(),
    };
  }

  /** Shows the machine. @param pixels 160 × 480 colours, a byte each, unless they are as before */
  draw(message: ScreenState, pixels: Uint8Array | undefined): void {
    if (pixels !== undefined) this.picture.draw(pixels);
    this.actions.drawn();
    this.showSpeed(message.speed);
    const texts = screenTexts(message);
    for (const [i, led] of this.leds.entries()) {
      const on = texts.leds[i] === true;
      led.classList.toggle('on', on);
      led.setAttribute('aria-label', `LED ${String(i + 1)} ${on ? 'on' : 'off'}`);
    }
    updateText(this.counters, texts.counters);
    this.counters.classList.toggle('broken', texts.faulty);
    for (const name of ['frames', 'badLines', 'badFrames', 'cycle', 'leds'] as const) {
      this.canvas.dataset[name] = String(message[name]);
    }
  }

  /** Plays samples of the machine's sound, a byte each. */
  play(samples: Uint8Array): void {
    this.player.play(samples);
  }

  hold(button: PadButton, down: boolean): void {
    this.send(down ? this.keys.hold(button) : this.keys.letGo(button));
  }

  private listen(): void {
    this.canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.keys.takes(event.key)) return;
      event.preventDefault();
      this.send(event.repeat && this.keys.mode === 'pad' ? undefined : this.keys.press(event.key));
    });
    this.canvas.addEventListener('keyup', (event) => this.send(this.keys.release(event.key)));
    window.addEventListener('focus', () => this.view.post({ type: 'focus', on: true }));
    for (const release of ['blur', 'pagehide'] as const) {
      window.addEventListener(release, () => {
        this.view.post({ type: 'focus', on: false });
        this.send(this.keys.releaseAll());
      });
    }
    this.canvas.addEventListener('blur', () => this.send(this.keys.releaseAll()));
  }

  private send(input: PadInput | KeyInput | undefined): void {
    if (input) this.view.post({ type: 'input', input });
  }

  private speedAndSound(): HTMLElement {
    this.showSpeed('realtime');
    this.speed.addEventListener('change', () => {
      this.shownSpeed = parseSpeed(this.speed.value);
      this.view.post({ type: 'speed', speed: this.shownSpeed });
    });
    const bar = { class: 'bar', role: 'group', 'aria-label': 'Speed and sound' };
    return element('div', bar, element('label', {}, 'Speed ', this.speed), this.sound);
  }

  /** Shows the current speed; while that stays the same, the choice is left alone, since it may be open. */
  private showSpeed(speed: Speed): void {
    if (speed === this.shownSpeed) return;
    this.shownSpeed = speed;
    this.speed.replaceChildren(...speedOptions(speed).map(({ value, text }) => element('option', { value }, text)));
    this.speed.value = String(speed);
  }

  private switchSound(): void {
    const on = this.sound.getAttribute('aria-pressed') !== 'true';
    if (on) this.player.on();
    else this.player.off();
    this.sound.setAttribute('aria-pressed', String(on));
    updateText(this.sound, on ? SOUND.on : SOUND.off);
    this.view.post({ type: 'listen', on });
  }

  private pad(): HTMLElement {
    const buttons = PAD_KEYS.map(({ button, text }) => {
      const made = element('button', { type: 'button', 'data-button': button, 'aria-label': button }, text);
      made.style.gridArea = button;
      this.buttons.set(button, made);
      made.addEventListener('pointerdown', () => this.hold(button, true));
      // A picture that has the keys keeps them: losing the focus would release the button at once.
      made.addEventListener('mousedown', (event) => {
        if (this.canvas.matches(':focus')) event.preventDefault();
      });
      for (const release of ['pointerup', 'pointerleave', 'pointercancel'] as const) {
        made.addEventListener(release, () => this.hold(button, false));
      }
      made.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') this.hold(button, true);
      });
      made.addEventListener('keyup', () => this.hold(button, false));
      return made;
    });
    return element('div', { class: 'pad', role: 'group', 'aria-label': 'Game pad' }, ...buttons);
  }

  /** What keys do: the user's choice, which is remembered, or what the launch configuration says. */
  private modeChoice(): HTMLElement {
    this.modes.addEventListener('change', () => {
      this.setMode(keyMode(this.modes.value));
      this.view.remember('keys', this.keys.mode);
    });
    this.setMode(keyMode(this.view.recall('keys')));
    const hint = element('span', { class: 'hint' }, 'Click the picture to use the keys.');
    return element('div', { class: 'bar' }, this.modes, hint);
  }

  setMode(mode: KeyMode): void {
    this.send(this.keys.releaseAll());
    this.keys.mode = mode;
    this.modes.value = mode;
    for (const { button, shown } of PAD_KEYS)
      this.buttons.get(button)?.setAttribute('title', `Game pad: ${button}, key: ${shown[mode]}`);
  }
}

function keyMode(text: string | undefined): KeyMode {
  return text === 'typed' ? 'typed' : 'pad';
}
