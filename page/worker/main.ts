/** The worker of a page, with the machine in it. */
import { browserClock } from '#debugger/browser-clock';
import type { FromMachine, ToMachine } from '../protocol.ts';
import { PlayedMachine } from './played-machine.ts';

declare const self: DedicatedWorkerGlobalScope;

let machine: PlayedMachine | undefined;

const post = (message: FromMachine, transfer: readonly ArrayBuffer[] = []): void =>
  self.postMessage(message, [...transfer]);

self.onmessage = ({ data }: MessageEvent<ToMachine>) => {
  if (data.type === 'begin') machine ??= new PlayedMachine(data.program, { ...browserClock, post });
  else machine?.receive(data);
};
