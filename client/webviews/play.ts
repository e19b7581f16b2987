/** The script of the views Screen and Board, and of the page that has both (page/). */
import { start as board } from './board/main.ts';
import { start as page } from './page/play-page.ts';
import { start as screen } from './screen/main.ts';
import { startNamed } from './view.ts';

startNamed({ board, page, screen });
