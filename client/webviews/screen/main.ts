/** The Screen view: the monitor's picture, LEDs and counters; keys and buttons go to the machine; speed and sound. */
import type { KeyInput, KeyMode, PadButton, PadInput, ScreenMessage } from '#debugger/protocol';
import { element, updateText } from '../dom.ts';
import { startView, type View, type ViewHandlers } from '../view.ts';
import { Controls } from './controls.ts';
import { PictureBar } from './picture-bar.ts';
import { fillPixels, HEIGHT, Keys, PAD_KEYS, screenTexts, WIDTH } from './screen-model.ts';

export class ScreenView {
  readonly handlers: ViewHandlers;
  private readonly view: View;
  private readonly keys = new Keys();
  private readonly canvas = element('canvas', {
    width: String(WIDTH),
    height: String(HEIGHT),
    tabindex: '0',
    role: 'application',
    'aria-label': 'Picture of the machine; keys typed here go to it',
  });
  private readonly context = this.canvas.getContext('2d');
  private readonly image = new ImageData(WIDTH, HEIGHT);
  private readonly leds = [1, 2, 3, 4].map((n) =>
    element('span', { class: 'led', role: 'img', 'aria-label': `LED ${String(n)} off` }),
  );
  private readonly buttons = new Map<PadButton, HTMLElement>();
  private readonly controls: Controls;
  private readonly picture: PictureBar;
  private readonly modes = element(
    'select',
    { 'aria-label': 'Keyboard' },
    element('option', { value: 'pad' }, 'Keys are the game pad'),
    element('option', { value: 'typed' }, 'Keys are typed'),
  );
  private readonly counters = element('p', { class: 'counters hex' });

  constructor(view: View) {
    this.view = view;
    this.controls = new Controls(view);
    this.picture = new PictureBar(view, this.canvas);
    view.content.append(
      this.canvas,
      element('div', { class: 'bar' }, element('span', { class: 'leds' }, ...this.leds), this.counters),
      this.controls.bar,
      this.pad(),
      this.modeChoice(),
      this.picture.element,
    );
    this.listen();
    this.handlers = {
      screen: (message) => {
        this.draw(message);
      },
      keys: (mode) => {
        if (this.view.recall('keys') === undefined) this.setMode(mode);
      },
      sound: (message) => {
        this.controls.play(message);
      },
      idle: () => {
        this.keys.releaseAll();
      },
    };
  }

  private draw(message: ScreenMessage): void {
    fillPixels(message.pixels, this.image.data);
    this.context?.putImageData(this.image, 0, 0);
    this.picture.drawn();
    this.controls.showSpeed(message.speed);
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

  private listen(): void {
    this.canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.keys.takes(event.key)) return;
      event.preventDefault();
      this.send(event.repeat && this.keys.mode === 'pad' ? undefined : this.keys.press(event.key));
    });
    this.canvas.addEventListener('keyup', (event) => {
      this.send(this.keys.release(event.key));
    });
    window.addEventListener('focus', () => {
      this.view.post({ type: 'focus', on: true });
    });
    for (const release of ['blur', 'pagehide'] as const) {
      window.addEventListener(release, () => {
        this.view.post({ type: 'focus', on: false });
        this.send(this.keys.releaseAll());
      });
    }
    this.canvas.addEventListener('blur', () => {
      this.send(this.keys.releaseAll());
    });
  }

  private send(input: PadInput | KeyInput | undefined): void {
    if (input) this.view.post({ type: 'input', input });
  }

  /** The pad's buttons for the mouse and the finger; each shows its key. */
  private pad(): HTMLElement {
    const buttons = PAD_KEYS.map(({ button }) => {
      const made = element('button', { type: 'button', 'data-button': button, title: `Game pad: ${button}` });
      this.buttons.set(button, made);
      made.addEventListener('pointerdown', () => {
        this.send(this.keys.hold(button));
      });
      for (const release of ['pointerup', 'pointerleave', 'pointercancel'] as const) {
        made.addEventListener(release, () => {
          this.send(this.keys.letGo(button));
        });
      }
      made.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') this.send(this.keys.hold(button));
      });
      made.addEventListener('keyup', () => {
        this.send(this.keys.letGo(button));
      });
      return made;
    });
    return element('div', { class: 'bar pad', role: 'group', 'aria-label': 'Game pad' }, ...buttons);
  }

  /** What keys do: the user's choice, which is remembered, or what the launch configuration says. */
  private modeChoice(): HTMLElement {
    this.modes.addEventListener('change', () => {
      this.setMode(keyMode(this.modes.value));
      this.view.remember('keys', this.keys.mode);
    });
    this.setMode(keyMode(this.view.recall('keys')));
    return element(
      'div',
      { class: 'bar' },
      this.modes,
      element('span', { class: 'hint' }, 'Click the picture to type.'),
    );
  }

  private setMode(mode: KeyMode): void {
    this.send(this.keys.releaseAll());
    this.keys.mode = mode;
    this.modes.value = mode;
    for (const { button, shown } of PAD_KEYS) {
      const made = this.buttons.get(button);
      if (made) updateText(made, buttonText(button, shown[mode]));
    }
  }
}

function keyMode(text: string | undefined): KeyMode {
  return text === 'typed' ? 'typed' : 'pad';
}

/** `A` for a button named like its key, `Start (Enter)` otherwise. */
function buttonText(button: PadButton, shown: string): string {
  const name = button.charAt(0).toUpperCase() + button.slice(1);
  return name === shown || /[←→↑↓]/.test(shown) ? shown : `${name} (${shown})`;
}

/** Shows the view. */
export const start = (): void => startView('Screen', (view) => new ScreenView(view).handlers);
