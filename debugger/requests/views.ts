/** Requests of the views (protocol.ts): decoded tables, the picture, sound, speed, input of the user. */
import { lensOf } from '#chess';
import { PAD_BUTTONS } from '#emulator';
import { arrayOf, boolean, number, object, oneOf, optional, string } from '#basics/shape';
import { failures } from '../errors.ts';
import { paceOf, speed, speedOf } from '../program/launch-options.ts';
import { debuggeeRequest, request, stoppedRequest, type RequestTable } from './request.ts';

const NOTHING = object({});
const WANTED_LENS = object({ expression: string, kind: string, order: string });
const KNOWN = object({ known: optional(number) });

export const VIEW_REQUESTS: RequestTable = {
  'gigatron/listen': debuggeeRequest(object({ on: boolean }), ({ views }, { on }) => {
    views.switchSound(on);
    return {};
  }),

  'gigatron/tables': debuggeeRequest(KNOWN, ({ views, runner }, { known }) => views.tables(runner.running, known)),

  'gigatron/lenses': debuggeeRequest(object({ lenses: arrayOf(WANTED_LENS) }), ({ views }, { lenses }) => {
    const known = lenses.flatMap(({ expression, kind, order }) => {
      const lens = lensOf(kind, order);
      return lens ? [{ ...lens, expression }] : [];
    });
    views.lookAt(known);
    return {};
  }),

  'gigatron/screen': debuggeeRequest(KNOWN, ({ views, runner }, { known }) => views.screen(runner.running, known)),

  'gigatron/input': debuggeeRequest(
    object({ pad: optional(arrayOf(oneOf(...PAD_BUTTONS))), key: optional(string) }),
    ({ machine, runner }, { pad, key }) => {
      // While the past is being searched, the machine is not where the user sees it.
      if (runner.searching) return {};
      if (pad !== undefined) runner.setPad(pad);
      if (key !== undefined && !machine.input.typeKey(key)) return failures.noSuchKey(key);
      return {};
    },
  ),

  'gigatron/typing': request(object({ on: boolean }), (session, { on }) => {
    session.client = { ...session.client, isTyping: on };
    return {};
  }),

  'gigatron/showStop': stoppedRequest(NOTHING, (debuggee, _, session) => {
    session.afterAnswer(() => debuggee.reportStopAgain());
    return {};
  }),

  'gigatron/speed': debuggeeRequest(object({ speed: optional(speed) }), ({ runner }, { speed: wanted }) => {
    if (wanted !== undefined) runner.pacing.pace = paceOf(wanted);
    return { speed: speedOf(runner.pacing.pace) };
  }),
};
