/**
 * The frame of every view: messages in and out, the idle page, the selection.
 *
 * A view runs in a web view whose page is empty except for its script and style sheet; it builds its own content in the
 * page's body. It keeps no state of the program but the last tables and picture, to which messages add what has
 * changed.
 */
import type { FrameMessage, ScreenMessage, TablesMessage } from '#debugger/protocol';
import { type HostMessage, type Told, type ViewMessage, withScreen, withTables } from './messages.ts';
import { button, element, updateText, type Child } from './dom.ts';

/** What a view does with messages; it gets none of other types. */
export type ViewHandlers = { readonly [Type in keyof Told]?: (message: Told[Type]) => void } & {
  readonly idle?: () => void;
};

type ViewClass = new (view: View) => { readonly handlers: ViewHandlers };

export interface View {
  readonly content: HTMLElement;
  post(message: ViewMessage): void;
  /** What the view remembers for itself while it is hidden, such as a toggle. */
  remember(key: string, value: string): void;
  recall(key: string): string | undefined;
}

/** No session, one that has shown nothing yet, or a program of which the view shows something. */
type Phase = 'idle' | 'starting' | 'shown';

const REASONS = {
  idle: 'Press F5 in an assembly file (.gtasm) to assemble it and start it in the emulator.',
  starting: 'The program is being assembled and started.',
} as const;

/**
 * Builds the frame, shows the idle page, and says `ready` once the view has built its content.
 * @param views those of the script, which views that share code share; the body of the page names the one to show
 */
export function startView(views: Readonly<Record<string, ViewClass>>): void {
  const Shown = views[document.body.dataset['view'] ?? ''];
  if (Shown === undefined) return;
  const { title } = document;
  const api = acquireVsCodeApi<Record<string, string>>();
  const content = element('main', { class: 'content', 'aria-label': title });
  const start = button('Start debugging', () => api.postMessage({ type: 'start' }), { class: 'start' });
  const reason = element('p', { role: 'status' });
  const idle = element('section', { class: 'idle', 'aria-label': `${title}: nothing to show yet` }, reason, start);
  document.body.replaceChildren(idle, content);
  const show = (phase: Phase): void => {
    idle.hidden = phase === 'shown';
    content.hidden = !idle.hidden;
    start.hidden = phase !== 'idle';
    if (phase !== 'shown') updateText(reason, REASONS[phase]);
  };
  // Both are hidden until the host says which to show.
  idle.hidden = true;
  content.hidden = true;
  const view: View = {
    content,
    post: (message) => api.postMessage(message),
    remember: (key, value) => api.setState({ ...api.getState(), [key]: value }),
    recall: (key) => api.getState()?.[key],
  };
  const receive = receiver(new Shown(view).handlers, show);
  window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => receive(data));
  view.post({ type: 'ready', width: window.innerWidth });
}

/** Messages that a view draws: they end the idle page. */
const DRAWN: ReadonlySet<string> = new Set(['tables', 'screen', 'frame', 'timeline'] satisfies (keyof Told)[]);

/** Completes messages, and passes them on to a view. */
function receiver(handlers: ViewHandlers, show: (phase: Phase) => void): (message: HostMessage) => void {
  const last: { screen?: ScreenMessage; tables?: TablesMessage } = {};
  const told = (message: Exclude<HostMessage, { type: 'idle' }>): Told[keyof Told] => {
    if (message.type === 'tables') return (last.tables = withTables(last.tables, message.message));
    return message.type === 'screen' ? (last.screen = withScreen(last.screen, message.message)) : message.message;
  };
  return (message) => {
    if (message.type === 'idle') {
      show(message.isStarting ? 'starting' : 'idle');
      return handlers.idle?.();
    }
    const whole = told(message);
    const handle = handlers[message.type] as ((message: Told[keyof Told]) => void) | undefined;
    if (handle !== undefined && DRAWN.has(message.type)) show('shown');
    handle?.(whole);
  };
}

/** What the views of a frame's cycles share: they show the last stop, or that there is none. */
export abstract class FrameView {
  readonly handlers: ViewHandlers;
  protected last: FrameMessage | undefined;
  private readonly state = element('p', { class: 'state', role: 'status' });
  private readonly parts = element('div');

  protected constructor(protected readonly view: View) {
    this.parts.hidden = true;
    view.content.append(this.state, this.parts);
    this.handlers = {
      frame: (message) => {
        this.last = message;
        this.parts.hidden = false;
        updateText(this.state, this.draw(message));
      },
      tables: ({ running }) => {
        if (this.last === undefined) updateText(this.state, 'Shown when the program stops.');
        else if (running) updateText(this.state, 'As it was when the program last stopped.');
      },
      idle: () => {
        this.last = undefined;
        this.parts.hidden = true;
      },
    };
  }

  /** Draws the frame. @returns what the view says of it */
  protected abstract draw(message: FrameMessage): string;

  protected show(...parts: readonly Child[]): void {
    this.parts.append(...parts);
  }
}
