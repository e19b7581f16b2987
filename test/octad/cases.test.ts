/** Every case of `cases/`: a game on the Octad ROM goes as the case says. With `-u`, the answers are written into it. */
import { beginOctad } from '#test/octad/octad-cases.ts';
import { testSessions } from '#test/sessions.ts';

testSessions('test/octad/cases', beginOctad);
