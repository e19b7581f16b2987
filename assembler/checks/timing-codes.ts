import type { TimingReason } from '#proof';
import type { DiagnosticCode } from '../contract/diagnostic-codes.ts';

/** The diagnostic code of each reason for which the timing proof does not call a check exact. */
export const TIMING_CODES = {
  'timing-wrong': 'GT0810',
  'timing-overdraft': 'GT0811',
  'timing-range': 'GT0812',
  'timing-jump': 'GT0813',
  'timing-return': 'GT0814',
  'timing-loop': 'GT0815',
  'timing-entered': 'GT0816',
  'timing-lost': 'GT0817',
  'timing-account': 'GT0818',
  'timing-page': 'GT0819',
  'timing-words': 'GT0820',
  'timing-declaration': 'GT0821',
  'timing-limit': 'GT0822',
  'timing-check-inside': 'GT0823',
  'timing-no-end': 'GT0824',
  'timing-register': 'GT0825',
  'timing-ac': 'GT0837',
  'timing-ram': 'GT0838',
  'timing-tests': 'GT0839',
} as const satisfies Record<TimingReason, DiagnosticCode>;
