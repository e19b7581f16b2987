/** The page of a program: unpacks what it holds, starts the machine in a worker, and shows it. */
import { PROGRAM_ELEMENT, unpackPage } from '#page';
import type { FromMachine, ToMachine } from '#page/protocol';
import { element } from '../dom.ts';
import { fromBase64 } from '#basics';
import { PlayPage } from './play-page.ts';

export const start = (): void => void open();

async function open(): Promise<void> {
  try {
    const { program, script } = unpackPage(await inflated(packedProgram()));
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

function packedProgram(): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(document.getElementById(PROGRAM_ELEMENT)?.textContent ?? '') ?? new Uint8Array();
  return new Uint8Array(bytes);
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
