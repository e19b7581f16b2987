/** Every case of `sessions/`: the server answers as the case says. With `-u`, its answers are written into the case. */
import { beginEditing } from '#test/server/server-session.ts';
import { testSessions } from '#test/sessions.ts';

testSessions('test/server/sessions', beginEditing);
