import { BREAKPOINT_REQUESTS } from './breakpoints.ts';
import { DATA_BREAKPOINT_REQUESTS } from './data-breakpoints.ts';
import { SOURCE_REQUESTS } from './sources.ts';
import { DISASSEMBLY_REQUESTS } from './disassembly.ts';
import { EVALUATE_REQUESTS } from './evaluate.ts';
import { EXECUTION_REQUESTS } from './execution.ts';
import { FRAME_REQUESTS } from './frame.ts';
import { VIEW_REQUESTS } from './views.ts';
import { LIFECYCLE_REQUESTS } from './lifecycle.ts';
import { MEMORY_REQUESTS } from './memory.ts';
import type { RequestTable } from './request.ts';
import { STATE_REQUESTS } from './states.ts';
import { STACK_REQUESTS } from './stack.ts';
import { VARIABLES_REQUESTS } from './variables.ts';

export const REQUESTS: RequestTable = {
  ...LIFECYCLE_REQUESTS,
  ...EXECUTION_REQUESTS,
  ...STACK_REQUESTS,
  ...VARIABLES_REQUESTS,
  ...EVALUATE_REQUESTS,
  ...BREAKPOINT_REQUESTS,
  ...DATA_BREAKPOINT_REQUESTS,
  ...FRAME_REQUESTS,
  ...MEMORY_REQUESTS,
  ...DISASSEMBLY_REQUESTS,
  ...SOURCE_REQUESTS,
  ...STATE_REQUESTS,
  ...VIEW_REQUESTS,
};
