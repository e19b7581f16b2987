/** The script of the views that show a program's tables and its time. */
import { AttackMapsView } from './attack-maps/main.ts';
import { BitboardsView } from './bitboards/main.ts';
import { GameView } from './game/main.ts';
import { MemoryMapView } from './memory-map/main.ts';
import { PieceListsView } from './piece-lists/main.ts';
import { SearchView } from './search/main.ts';
import { startView } from './view.ts';
import { TimelineView } from './timeline/main.ts';
import { TimingView } from './timing/main.ts';

startView({
  'attack-maps': AttackMapsView,
  bitboards: BitboardsView,
  game: GameView,
  'memory-map': MemoryMapView,
  'piece-lists': PieceListsView,
  search: SearchView,
  timeline: TimelineView,
  timing: TimingView,
});
