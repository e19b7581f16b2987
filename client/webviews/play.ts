/** The script of the views Screen and Board, and of the page that has both (page/). */
import { BoardView } from './board/main.ts';
import { startPage } from './page/play-page.ts';
import { ScreenView } from './screen/main.ts';
import { startView } from './view.ts';

if (document.body.dataset['view'] === 'page') void startPage();
else startView({ board: BoardView, screen: ScreenView });
