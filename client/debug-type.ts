/**
 * The type of our debug sessions, as in package.json and debugger/protocol.ts.
 *
 * The client takes only types from the debugger's room, so the value stands here once more; the type
 * makes the compiler compare the two.
 */
import type { DEBUG_TYPE as ADAPTER_TYPE } from '#debugger/protocol';

export const DEBUG_TYPE: typeof ADAPTER_TYPE = 'gigatron';
