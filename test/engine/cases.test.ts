/** Every case of `cases/`: after what a player does, the engine is in the state that the case says. */
import { testCases } from '#test/cases.ts';
import { GAME_CASES, gameDifferences } from '#test/engine/game-cases.ts';

testCases(GAME_CASES, gameDifferences);
