/**
 * The extension host's side of one web view: loads its page, sends it what the program shows, and acts
 * on what the user does in it.
 */
import * as vscode from 'vscode';
import { hexDigits, fromBase64 } from '#basics';
import { type HostMessage, type Selection, type ViewMessage, memoryReference } from '../webviews/messages.ts';
import { saveFile } from '../files.ts';
import { bundlePath } from '../platform.ts';
import { showHelp } from '../help-pages.ts';
import { uriOf } from '../surroundings.ts';
import type { DebugFeed } from './debug-feed.ts';
import type { MachineKeyboard } from './machine-keyboard.ts';
import { PendingPosts } from './pull.ts';
import { bundlesOf, TITLES, type ViewName, viewPage } from './view-page.ts';

/** Views that draw what a frame's cycles were used for. */
export const TOLD_FRAMES: ReadonlySet<ViewName> = new Set<ViewName>(['timing', 'memory-map']);

export interface ViewServices {
  readonly context: vscode.ExtensionContext;
  readonly feed: DebugFeed;
  readonly keyboard: MachineKeyboard;
  readonly selection: Selection;
  select(selection: Selection): void;
  /** A view has opened, closed, become visible or been hidden. */
  changed(): void;
}

type ShownPage = Pick<vscode.WebviewView, 'visible' | 'webview' | 'onDidDispose'>;

type Acts = {
  readonly [Type in ViewMessage['type']]: (message: Extract<ViewMessage, { readonly type: Type }>) => unknown;
};

export class ViewHost implements vscode.WebviewViewProvider {
  private view: ShownPage | undefined;
  /** Whether the page has said `ready`. */
  ready = false;
  private readonly posts = new PendingPosts();
  private tellWidth: ((width: number) => void) | undefined;

  private readonly acts: Acts;

  constructor(
    readonly name: ViewName,
    private readonly services: ViewServices,
  ) {
    const { feed, keyboard, select } = services;
    this.acts = {
      ready: ({ width }) => this.pageIsReady(width),
      input: ({ input }) => feed.sendInput(input),
      focus: ({ on }) => keyboard.set(this, on),
      speed: ({ speed }) => feed.setSpeed(speed),
      listen: ({ on }) => feed.listen(on),
      lenses: ({ lenses }) => feed.setLenses(lenses),
      write: ({ reference, bytes }) => feed.writeRam(reference, bytes),
      seek: ({ cycle }) => feed.seek(cycle),
      select: ({ selection }) => select(selection),
      open: ({ path, line }) => openSource(path, line),
      memory: ({ space, address }) =>
        vscode.commands.executeCommand('gigatron.showInMemory', { gigatronPlace: memoryReference(space, address) }),
      save: ({ name: file, data }) => save(file, data),
      copy: ({ text }) => vscode.env.clipboard.writeText(text),
      help: () => showHelp('language.md', 'Declarations of RAM'),
      start: () => vscode.commands.executeCommand('gigatron.run'),
    };
  }

  /** Whether a page has been requested and should come up. */
  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  /** Sends a message if the view is visible and takes this kind; resolves when it has arrived, or the view is gone. */
  async post(message: HostMessage): Promise<void> {
    if (this.view === undefined || !this.visible || !this.ready || !this.takes(message)) return;
    await this.posts.arrival(this.view.webview.postMessage(message));
  }

  resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    view.onDidChangeVisibility(() => this.shownOrHidden());
    return this.load(view);
  }

  /** Shows the view in an editor tab. @returns when its page is there: its width in pixels */
  async showIn(panel: vscode.WebviewPanel): Promise<number> {
    panel.onDidChangeViewState(() => this.shownOrHidden());
    const width = new Promise<number>((resolve) => (this.tellWidth = resolve));
    await this.load(panel);
    return width;
  }

  private async load(view: ShownPage): Promise<void> {
    this.view = view;
    this.ready = false;
    view.webview.options = { enableScripts: true, localResourceRoots: [] };
    view.webview.onDidReceiveMessage((message: ViewMessage) => this.receive(message));
    view.onDidDispose(() => {
      if (this.view !== view) return;
      this.view = undefined;
      this.ready = false;
      this.posts.giveUp();
      this.services.keyboard.set(this, false);
      this.services.changed();
    });
    const { name } = this;
    const files = bundlesOf(name);
    const [script = '', ...styles] = await Promise.all(
      [files.script, ...files.styles].map((file) => this.bundle(file)),
    );
    const parts = { name, title: TITLES[name], script, style: styles.join('\n') };
    view.webview.html = viewPage({ ...parts, nonce: randomNonce() });
    this.services.changed();
  }

  private async bundle(name: string): Promise<string> {
    const file = bundlePath(this.services.context, 'webviews', name);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  }

  private takes({ type }: HostMessage): boolean {
    if (type === 'screen' || type === 'sound' || type === 'keys') return this.name === 'screen';
    if (type === 'tables') return this.name !== 'screen';
    if (type === 'timeline') return this.name === 'timeline';
    if (type === 'frame') return TOLD_FRAMES.has(this.name);
    return true;
  }

  private receive(message: ViewMessage): void {
    const act: ((message: never) => unknown) | undefined = this.acts[message.type];
    // Whatever else a page may send is ignored.
    act?.(message as never);
  }

  private pageIsReady(width: number): void {
    this.ready = true;
    this.tellWidth?.(width);
    if (this.name === 'screen') this.services.feed.listen(false);
    this.sendAll();
  }

  /** A hidden page lives on but gets no messages. */
  private shownOrHidden(): void {
    if (!this.visible) {
      this.posts.giveUp();
      this.services.keyboard.hidden(this);
    }
    this.sendAll();
    this.services.changed();
  }

  /** Sends what is known as a whole: what was on its way to a hidden page may not have arrived. */
  private sendAll(): void {
    const { feed, selection } = this.services;
    feed.lastMessages().forEach((known) => void this.post(known));
    void this.post({ type: 'selection', message: selection });
  }
}

async function openSource(path: string, line: number): Promise<void> {
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(uriOf(path), { selection });
}

function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => hexDigits(byte, 2)).join('');
}

/** @param name the default name of the file @param data its bytes, base64 */
function save(name: string, data: string): Thenable<unknown> {
  const bytes = fromBase64(data);
  const isEmpty = bytes === undefined || bytes.length === 0;
  return isEmpty ? vscode.window.showErrorMessage('There is nothing to save.') : saveFile(name, bytes);
}
