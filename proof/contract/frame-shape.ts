/** What a frame is: the cycles and lines that a monitor expects. */
import { CYCLES_PER_LINE, HSYNC_CYCLES, LINES_PER_FRAME, VSYNC_LINES } from '#isa';

export interface FrameShape {
  /** Cycles from one fall of hSync to the next. */
  readonly line: number;
  /** Cycles for which hSync is low. */
  readonly hSync: number;
  /** Lines for which vSync is low; one more or less is accepted, since programs send data that way. */
  readonly vSync: number;
  /** Lines from one fall of vSync to the next. */
  readonly lines: number;
}

/** The Gigatron's VGA timing. */
export const VGA: FrameShape = {
  line: CYCLES_PER_LINE,
  hSync: HSYNC_CYCLES,
  vSync: VSYNC_LINES,
  lines: LINES_PER_FRAME,
};
