/**
 * The extension host's side of one web view: loads its page, sends it what the program shows, and acts
 * on what the user does in it.
 */
import * as vscode from 'vscode';
import type { HostMessage, Selection, ViewMessage, ViewName } from '../webviews/messages.ts';
import { bundlePath } from '../bundle.ts';
import type { DebugFeed } from './debug-feed.ts';
import { viewPage } from './view-page.ts';

/** What the views share: feed, selection, and the knowledge of which of them are seen. */
export interface ViewServices {
  readonly context: vscode.ExtensionContext;
  readonly feed: DebugFeed;
  readonly selection: Selection;
  select(selection: Selection): void;
  visibilityChanged(): void;
}

export class ViewHost implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;

  constructor(
    readonly name: ViewName,
    private readonly services: ViewServices,
  ) {}

  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  /** Sends a message if the view is seen and takes this kind. */
  post(message: HostMessage): void {
    if (this.visible && this.takes(message)) void this.view?.webview.postMessage(message);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const { webview } = view;
    const folder = bundlePath(this.services.context, 'webviews');
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.onDidReceiveMessage((message: ViewMessage) => this.receive(message));
    view.onDidChangeVisibility(() => this.services.visibilityChanged());
    view.onDidDispose(() => {
      this.view = undefined;
      this.services.visibilityChanged();
    });
    const resource = (extension: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, `${this.name}.${extension}`)).toString();
    webview.html = viewPage({
      title: view.title ?? this.name,
      script: resource('js'),
      style: resource('css'),
      source: webview.cspSource,
      nonce: randomNonce(),
    });
    this.services.visibilityChanged();
  }

  private takes({ type }: HostMessage): boolean {
    if (type === 'screen') return this.name === 'screen';
    if (type === 'tables') return this.name !== 'screen';
    return true;
  }

  private receive(message: ViewMessage): void {
    const { feed, selection, select } = this.services;
    switch (message.type) {
      case 'ready':
        feed.lastMessages().forEach((known) => this.post(known));
        this.post({ type: 'selection', selection });
        return;
      case 'input':
        feed.sendInput(message.input);
        return;
      case 'select':
        select(message.selection);
        return;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'start':
        void vscode.commands.executeCommand('gigatron.run');
    }
  }
}

function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
