/** The clock of a browser, for code that keeps a machine going in a web worker. */
import type { Host } from './host.ts';

/** Runs a task in the next turn of the message loop; a timer would wait longer than its delay of 0. */
function soon(task: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

function after(task: () => void, delay: number): () => void {
  const handle = setTimeout(task, delay);
  return () => clearTimeout(handle);
}

export const browserClock: Pick<Host, 'now' | 'later'> = {
  now: () => performance.now(),
  later: (task, delay) => (delay <= 0 ? soon(task) : after(task, delay)),
};
