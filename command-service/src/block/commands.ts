import { type BlockDetails, blockMaximum } from '@visita/contracts/block/events';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { deriveId } from '@visita/platform/core/derive-id';
import type { Handlers } from '@visita/platform/http/calls';
import { blockColumns } from '@visita/read-model/block/columns';
import { blockView } from '@visita/read-model/block/view';
import { ownHub } from '../access.ts';
import { inSeconds, onInterval, placingSeconds, settleInterval } from '../booking/reserve.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Command, handling } from '../unit-of-work.ts';

const blockTime: Command<'blockTime'> = async ({ body, caller }, work, { domain, zones }) => {
  const { proId } = proOf(caller);
  const { at, now, cause, execute } = work;
  const { hub, clinic } = await ownHub(domain, body.hub_id, proId);
  const zone = zones(clinic.details.timezone);
  const start = zone.toInstant(body.starting_date);
  const end = zone.endInstant(body.ending_date);
  if (start >= end) throw new Rejection('period-inverted');
  if (Date.parse(end) - Date.parse(start) > blockMaximum * 60_000) {
    throw new Rejection('malformed-request', 'A blocked time lasts a day at most.');
  }
  const blockId = deriveId(cause.id, start, end, 'block');
  const reservationId = deriveId(cause.id, start, end, 'reservation');
  const place = { proId, hubId: hub.hubId, clinicId: clinic.id, timezone: zone.timezone };
  const block: BlockDetails = { blockId, reservationId, ...place, start, end, note: body.note };
  const deadline = inSeconds(at, placingSeconds);
  const held = { reservationId, bookingId: blockId, holder: 'block' as const, start, end, deadline };
  // Whoever blocks a time may do so in the time kept free around their own visits.
  const wanted = { proId, reservation: held, placing: 'anyway' as const, now, cause };
  const { state } = await onInterval(domain, wanted, {
    decide: () => execute(domain.blocks, proId, { type: 'block', block }),
    stands: ({ blocks }) => blocks.some((one) => one.reservationId === reservationId),
  });
  // A repeat may come after the time was given back.
  if (!state.blocks.some((one) => one.blockId === blockId)) throw new Rejection('not-found');
  return { message: 'Time blocked', data: blockView(blockColumns(block), zones, proId) };
};

const unblockTime: Command<'unblockTime'> = async ({ params, caller }, { cause, execute }, { domain }) => {
  const { proId } = proOf(caller);
  const { state } = await domain.blocks.load(proId);
  const held = state.blocks.find(({ blockId }) => blockId === params.id);
  if (!held) throw new Rejection('not-found');
  await execute(domain.blocks, proId, { type: 'unblock', blockId: held.blockId });
  await settleInterval(domain, { held, type: 'release', reason: 'cancelled' }, cause);
  return { message: 'Time given back', data: null };
};

/** Times that professionals keep free for themselves. */
export const blockHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return { blockTime: handle(blockTime), unblockTime: handle(unblockTime) } satisfies Handlers;
};
