/** Requests of the views (protocol.ts): subscriptions, decoded tables, the picture, sound, speed, input of the user. */
import { lensOf } from '#chess';
import { PAD_BUTTONS } from '#emulator';
import { arrayOf, boolean, object, oneOf, optional, string } from '#basics/shape';
import { failures } from '../errors.ts';
import { paceOf, speed, speedOf } from '../program/launch-options.ts';
import { SUBSCRIPTIONS } from '../protocol.ts';
import { screenMessage } from '../views/view-messages.ts';
import { debuggeeRequest, request, stoppedRequest, type RequestTable } from './request.ts';

const NOTHING = object({});
const WANTED_LENS = object({ expression: string, kind: string, order: string });
const subscription = oneOf(...SUBSCRIPTIONS);

export const VIEW_REQUESTS: RequestTable = {
  'gigatron/subscribe': debuggeeRequest(
    object({ screen: optional(subscription), tables: optional(subscription), sound: optional(boolean) }),
    ({ views, runner }, { screen, tables, sound }, session) => {
      if (sound !== undefined) views.switchSound(sound);
      session.afterAnswer(() => views.subscribe({ screen, tables }, runner.running));
      return {};
    },
  ),

  'gigatron/tables': debuggeeRequest(NOTHING, ({ views, runner }) => views.tables(runner.running)),

  'gigatron/lenses': debuggeeRequest(
    object({ lenses: arrayOf(WANTED_LENS) }),
    ({ views, runner }, { lenses }, session) => {
      const known = lenses.flatMap(({ expression, kind, order }) => {
        const lens = lensOf(kind, order);
        return lens ? [{ ...lens, expression }] : [];
      });
      session.afterAnswer(() => views.lookAt(known, runner.running));
      return {};
    },
  ),

  'gigatron/screen': debuggeeRequest(NOTHING, ({ machine, runner }) =>
    screenMessage(machine, runner.running, speedOf(runner.pace)),
  ),

  'gigatron/input': debuggeeRequest(
    object({ pad: optional(arrayOf(oneOf(...PAD_BUTTONS))), key: optional(string) }),
    ({ machine, runner }, { pad, key }) => {
      // While the past is being searched, the machine is not where the user sees it.
      if (runner.searching) return {};
      if (pad !== undefined) machine.input.setPad(pad);
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
    if (wanted !== undefined) runner.pace = paceOf(wanted);
    return { speed: speedOf(runner.pace) };
  }),
};
