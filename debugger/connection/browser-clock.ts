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

export const browserClock: Pick<Host, 'now' | 'later'> = {
  now: () => performance.now(),
  later: (task, delay) => {
    if (delay <= 0) return soon(task);
    const handle = setTimeout(task, delay);
    return () => clearTimeout(handle);
  },
};
