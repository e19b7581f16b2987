/** What a page shows: the screen, the board beside it if the program declares one, and what is in the machine. */
import type { BoardSquare } from '#chess';
import { type PageProgram, PROGRAM_ELEMENT, unpackPage } from '#page';
import type { FromMachine, ToMachine } from '#page/protocol';
import { fromBase64 } from '#basics';
import { BoardView } from '../board/main.ts';
import { element, updateText } from '../dom.ts';
import type { ViewMessage } from '../messages.ts';
import { ScreenView } from '../screen/main.ts';
import type { View } from '../view.ts';
import { copyText, saveFile } from './browser.ts';
import { watchGamePads, figuresText } from './play-model.ts';
import { InsidePanel, MachineBar, PlayPanel, typePanel } from './panels.ts';

class PlayPage {
  private readonly remembered = new Map<string, string>();
  private readonly screen: ScreenView;
  private readonly board: BoardView | undefined;
  private readonly panel: PlayPanel | undefined;
  private readonly inside: InsidePanel;
  private readonly bar: MachineBar;
  private readonly said = element('p', { class: 'said', role: 'status' });
  private readonly figures = element('p', { class: 'figures', hidden: '' });
  private squares: readonly BoardSquare[] = [];
  /** Milliseconds that drawing has taken since the last figures. */
  private drawing = 0;

  constructor(
    program: PageProgram,
    private readonly tell: (message: ToMachine) => void,
  ) {
    const send = (message: ToMachine): void => this.send(message);
    const machine = this.view('Screen', 'machine');
    this.screen = new ScreenView(machine, true);
    this.screen.setMode(program.keys);
    this.bar = new MachineBar(program.title, send, () => this.figures.toggleAttribute('hidden'));
    this.inside = new InsidePanel(program.names !== null, send);
    machine.content.append(typePanel(send), this.figures);
    const sections = [machine.content];
    if (program.declarations !== null) {
      const view = this.view('Board', 'play');
      this.board = new BoardView(view);
      this.panel = new PlayPanel(send, copyText);
      view.content.append(this.panel.element);
      sections.push(view.content);
    }
    const title = element('h1', {}, program.title);
    const main = element('main', {}, ...sections);
    document.body.replaceChildren(element('header', {}, title, this.bar.element), this.said, main, this.inside.element);
    this.listen(machine.content);
  }

  receive(message: FromMachine): void {
    const begin = performance.now();
    this.show(message);
    this.drawing += performance.now() - begin;
  }

  private show(message: FromMachine): void {
    switch (message.type) {
      case 'screen':
        this.bar.showRunning(message.picture.running);
        return this.screen.draw(message.picture, message.picture.pixels);
      case 'sound':
        return this.screen.play(message.samples);
      case 'play': {
        const { tables } = message.play;
        this.squares = tables.board?.squares ?? [];
        this.board?.handlers.tables?.({ cycle: message.cycle, running: true, tables, lenses: [] });
        return this.panel?.show(message.play);
      }
      case 'state':
        return this.bar.keep(message);
      case 'inside':
        return this.inside.show(message.inside);
      case 'figures':
        updateText(this.figures, figuresText(message.figures, this.drawing));
        this.drawing = 0;
        return;
      case 'failed':
        updateText(this.said, message.message);
    }
  }

  /** Does what the visitor wants; what was wrong with the last attempt is no longer said. */
  private send(message: ToMachine): void {
    updateText(this.said, '');
    this.tell(message);
  }

  private view(title: string, name: string): View {
    return {
      content: element('section', { class: name, 'aria-label': title }),
      post: (message) => this.post(message),
      remember: (key, value) => void this.remembered.set(key, value),
      recall: (key) => this.remembered.get(key),
    };
  }

  /** Does what a view asks its host for. */
  private post(message: ViewMessage): void {
    switch (message.type) {
      case 'input':
      case 'speed':
      case 'listen':
        return this.send(message);
      case 'save':
        return saveFile(message.name, message.data);
      case 'copy':
        return copyText(message.text);
      case 'select':
        return this.pressSquare(message.selection.square);
    }
  }

  private pressSquare(number: number | null): void {
    const square = this.squares.find((candidate) => candidate.number === number);
    if (square?.name) this.send({ type: 'square', name: square.name });
  }

  private listen(machine: HTMLElement): void {
    watchGamePads((button, down) => this.screen.hold(button, down));
    const fit = (): void => {
      const style = getComputedStyle(machine);
      const room = (name: string): number => Number(style.getPropertyValue(name));
      const [width, height] = [machine.clientWidth - room('--beside'), innerHeight - room('--around')];
      this.screen.picture.fitInto({ width, height });
    };
    new ResizeObserver(fit).observe(machine);
    window.addEventListener('resize', fit);
  }
}

/** Unpacks what the page holds, starts the machine in a worker, and shows it. */
export async function startPage(): Promise<void> {
  try {
    const packed = fromBase64(document.getElementById(PROGRAM_ELEMENT)?.textContent ?? '') ?? new Uint8Array();
    const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('deflate'));
    const { program, script } = unpackPage(new Uint8Array(await new Response(stream).arrayBuffer()));
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    const page = new PlayPage(program, (message: ToMachine) => worker.postMessage(message));
    worker.addEventListener('message', ({ data }: MessageEvent<FromMachine>) => page.receive(data));
    worker.addEventListener('error', () => page.receive({ type: 'failed', message: 'The machine has stopped.' }));
    worker.postMessage({ type: 'begin', program } satisfies ToMachine);
  } catch {
    const sentence = 'This browser cannot play the program: it needs a newer one, or the page is damaged.';
    document.body.replaceChildren(element('p', { role: 'alert' }, sentence));
  }
}
