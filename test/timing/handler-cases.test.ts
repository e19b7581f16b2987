/** Every case of `cases/`: a handler is proven, wrong or refused as the case says, and a run shows the same. */
import { testCases } from '#test/cases.ts';
import { HANDLER_CASES, handlerDifferences } from '#test/timing/handler-cases.ts';

testCases(HANDLER_CASES, handlerDifferences);
