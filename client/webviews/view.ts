/**
 * The frame of every view: messages in and out, the idle page, the selection.
 *
 * A view runs in a web view whose page is empty except for its script and style sheet; it builds its own content in the
 * page's body. It keeps no state of the program but the last tables and picture, to which messages add what has
 * changed.
 */
import type {
  FrameMessage,
  KeyMode,
  ScreenMessage,
  SoundMessage,
  TablesMessage,
  TimelineMessage,
} from '#debugger/protocol';
import { type HostMessage, type Selection, type ViewMessage, withScreen, withTables } from './messages.ts';
import { button, element, updateText, type Child } from './dom.ts';

/** What a view does with messages; it gets none of other types. */
export interface ViewHandlers {
  readonly tables?: (message: TablesMessage) => void;
  readonly screen?: (message: ScreenMessage) => void;
  readonly frame?: (message: FrameMessage) => void;
  readonly timeline?: (message: TimelineMessage) => void;
  readonly sound?: (message: SoundMessage) => void;
  readonly keys?: (keys: KeyMode) => void;
  readonly selection?: (selection: Selection) => void;
  readonly idle?: () => void;
}

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

/** Builds the frame, shows the idle page, and says `ready` once the view has built its content. */
export function startView(title: string, build: (view: View) => ViewHandlers): void {
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
  const handlers = build(view);
  const shown: Shown = {};
  window.addEventListener('message', (event: MessageEvent<HostMessage>) => receive(event.data, shown, handlers, show));
  view.post({ type: 'ready', width: window.innerWidth });
}

/** The last picture and tables, which updates change. */
interface Shown {
  screen?: ScreenMessage;
  tables?: TablesMessage;
}

function receive(message: HostMessage, shown: Shown, handlers: ViewHandlers, show: (phase: Phase) => void): void {
  switch (message.type) {
    case 'tables':
      return draw(handlers.tables, (shown.tables = withTables(shown.tables, message.message)), show);
    case 'screen':
      return draw(handlers.screen, (shown.screen = withScreen(shown.screen, message.message)), show);
    case 'frame':
      return draw(handlers.frame, message.message, show);
    case 'timeline':
      return draw(handlers.timeline, message.message, show);
    case 'sound':
      return handlers.sound?.(message.message);
    case 'keys':
      return handlers.keys?.(message.keys);
    case 'selection':
      return handlers.selection?.(message.selection);
    case 'idle':
      show(message.isStarting ? 'starting' : 'idle');
      return handlers.idle?.();
  }
}

/** Passes on a message that the view draws; this ends the idle page. */
function draw<M>(handler: ((message: M) => void) | undefined, message: M, show: (phase: Phase) => void): void {
  if (handler === undefined) return;
  show('shown');
  handler(message);
}

/**
 * Which view a page shows: the body of the page names it. Views that share code share a script, too.
 *
 * @param views how each view of the script starts, by name
 */
export function startNamed(views: Readonly<Record<string, () => void>>): void {
  views[document.body.dataset['view'] ?? '']?.();
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

  /** Puts the view's own parts into the page. */
  protected show(...parts: readonly Child[]): void {
    this.parts.append(...parts);
  }
}
