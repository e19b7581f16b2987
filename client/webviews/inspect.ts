/** The script of the views that show a program's tables and its time. */
import { start as attackMaps } from './attack-maps/main.ts';
import { start as bitboards } from './bitboards/main.ts';
import { start as game } from './game/main.ts';
import { start as memoryMap } from './memory-map/main.ts';
import { start as pieceLists } from './piece-lists/main.ts';
import { start as search } from './search/main.ts';
import { startNamed } from './view.ts';
import { start as timeline } from './timeline/main.ts';
import { start as timing } from './timing/main.ts';

startNamed({
  'attack-maps': attackMaps,
  bitboards,
  game,
  'memory-map': memoryMap,
  'piece-lists': pieceLists,
  search,
  timeline,
  timing,
});
