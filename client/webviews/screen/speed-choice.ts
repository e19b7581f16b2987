/** The speeds that the Screen view offers, and their texts; also the one from a launch configuration. */
import type { Speed } from '#debugger/protocol';

const OFFERED: readonly Speed[] = ['realtime', 2, 4, 8, 16, 'unlimited'];

interface SpeedOption {
  /** The speed as text, for {@link parseSpeed}. */
  readonly value: string;
  readonly text: string;
}

/** All options, slowest first, including the current speed. */
export function speedOptions(inForce: Speed): SpeedOption[] {
  const speeds = OFFERED.includes(inForce) ? OFFERED : [...OFFERED, inForce];
  return [...speeds]
    .sort((a, b) => factor(a) - factor(b))
    .map((speed) => ({ value: String(speed), text: textOf(speed) }));
}

/** The speed that an option's value stands for. */
export function parseSpeed(value: string): Speed {
  return value === 'realtime' || value === 'unlimited' ? value : Number(value);
}

function factor(speed: Speed): number {
  if (speed === 'unlimited') return Infinity;
  return speed === 'realtime' ? 1 : speed;
}

function textOf(speed: Speed): string {
  if (speed === 'unlimited') return 'Unlimited';
  return speed === 'realtime' ? 'Real time' : `× ${String(speed)}`;
}
