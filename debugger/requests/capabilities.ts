/** What the adapter can do, as the answer to `initialize`; VS Code offers nothing that is not named here. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { INVARIANT_FILTER } from '../breakpoints/invariant.ts';
import { ODD_OPCODE_FILTER } from '../breakpoints/odd-opcodes.ts';
import { WRITTEN_FILTER } from '../breakpoints/written.ts';
import { EXCEPTION_FILTERS } from '../breakpoints/watches.ts';

export const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsInstructionBreakpoints: true,
  supportsDataBreakpoints: true,
  supportsDataBreakpointBytes: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.', '['],
  supportsSteppingGranularity: true,
  supportsStepInTargetsRequest: true,
  supportsStepBack: true,
  supportsCancelRequest: true,
  supportsRestartFrame: true,
  supportsGotoTargetsRequest: true,
  supportsExceptionInfoRequest: true,
  supportsExceptionFilterOptions: true,
  exceptionBreakpointFilters: [WRITTEN_FILTER, ...EXCEPTION_FILTERS, ODD_OPCODE_FILTER, INVARIANT_FILTER],
  supportsReadMemoryRequest: true,
  supportsWriteMemoryRequest: true,
  supportsDisassembleRequest: true,
  supportsLoadedSourcesRequest: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportsDelayedStackTraceLoading: true,
  supportsValueFormattingOptions: true,
};
