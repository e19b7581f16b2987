/** Every case of `cases/`: the adapter answers as the case says. With `-u`, its answers are written into the case. */
import { beginDebugging } from '#test/debugger/session-requests.ts';
import { testSessions } from '#test/sessions.ts';

testSessions('test/debugger/cases', beginDebugging);
