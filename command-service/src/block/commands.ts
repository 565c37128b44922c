import { type BlockDetails, blockMaximum } from '@visita/contracts/block/events';
import type { Zone } from '@visita/contracts/availability/zones';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Handlers } from '@visita/platform/http/calls';
import { step } from '@visita/platform/runtime/commit';
import { blockColumns } from '@visita/read-model/block/columns';
import { blockView } from '@visita/read-model/block/view';
import { plannableHub } from '../access.ts';
import {
  inSeconds,
  placingSeconds,
  releaseSteps,
  reservationIdOf,
  reserveSteps,
} from '../booking/reserve.ts';
import type { BlockDeps } from './deps.ts';
import type { Domain } from '../domain.ts';
import { type Command, handling } from '../unit-of-work.ts';
import type { BlocksState } from './decider.ts';

/** Converts local times of the clinic to instants. */
const instantsOf = (
  zone: Zone,
  { starting_date: startingDate, ending_date: endingDate }: { starting_date: string; ending_date: string },
): { start: string; end: string } => {
  const start = zone.toInstant(startingDate);
  const end = zone.endInstant(endingDate);
  if (start >= end) throw new Rejection('period-inverted');
  if (Date.parse(end) - Date.parse(start) > blockMaximum * 60_000) {
    throw new Rejection('malformed-request', 'A blocked time lasts a day at most.');
  }
  return { start, end };
};

type Note = Pick<BlockDetails, 'note' | 'author'>;

/** Signs a colleague's note, unless processes that cannot read the author still run. */
const signed = async (
  { isUpdateComplete }: BlockDeps,
  { note, callerId, proId }: { note: string; callerId: string; proId: string },
): Promise<Note> => {
  if (note === '' || callerId === proId) return { note };
  if (!(await isUpdateComplete())) throw new Rejection('update-running');
  return { note, author: callerId };
};

const blockTime: Command<'blockTime', BlockDeps> = async ({ body, caller }, work, deps) => {
  const { domain, zones } = deps;
  const { proId: callerId } = proOf(caller);
  const { at, now, cause, commit } = work;
  const { hub, clinic } = await plannableHub(domain, body.hub_id, callerId);
  const { proId } = hub;
  const zone = zones(clinic.details.timezone);
  const { start, end } = instantsOf(zone, body);
  const blockId = deriveId(cause.id, start, end, 'block');
  const reservationId = reservationIdOf([cause.id], { start, end });
  const place = { proId, hubId: hub.hubId, clinicId: clinic.id, timezone: zone.timezone };
  const note = await signed(deps, { note: body.note, callerId, proId });
  const block: BlockDetails = { blockId, reservationId, ...place, start, end, ...note };
  const deadline = inSeconds(at, placingSeconds);
  const held = { reservationId, bookingId: blockId, holder: 'block' as const, start, end, deadline };
  // A block may overlap the buffers of the pro's own visits.
  const wanted = { proId, reservation: held, placing: 'anyway' as const, now, cause };
  const { state } = await commit({
    before: reserveSteps(domain, wanted),
    decide: step(domain.blocks, proId, { type: 'block', block }),
  });
  // A request may be repeated after its block was released.
  if (!state.blocks.some((one) => one.blockId === blockId)) throw new Rejection('not-found');
  return { message: 'Time blocked', data: blockView(blockColumns(block), zones, callerId) };
};

type Sought = { callerId: string; blockId: string; hubId: string | undefined };

const blockIn = async ({ blocks }: Domain, proId: string, blockId: string) =>
  (await blocks.load(proId)).state.blocks.find((one) => one.blockId === blockId);

/** Returns a block of the caller, or one made at a hub's clinic whose calendar the caller runs; else throws. */
const findBlock = async (domain: Domain, { callerId, blockId, hubId }: Sought): Promise<BlockDetails> => {
  const own = await blockIn(domain, callerId, blockId);
  if (own) return own;
  if (hubId === undefined) throw new Rejection('not-found');
  const { hub } = await plannableHub(domain, hubId, callerId);
  const found = await blockIn(domain, hub.proId, blockId);
  if (found?.clinicId !== hub.clinicId) throw new Rejection('not-found');
  return found;
};

/** Returns the note after a change. One that the caller cannot read stays, unless they write another. */
const changedNote = async (
  deps: BlockDeps,
  { note, callerId, before }: { note: string; callerId: string; before: BlockDetails },
): Promise<Note> => {
  const { proId, author } = before;
  const kept = { note: before.note, ...(author === undefined ? {} : { author }) };
  if (note === before.note || (note === '' && ![proId, author].includes(callerId))) return kept;
  return signed(deps, { note, callerId, proId });
};

const editBlock: Command<'editBlock', BlockDeps> = async ({ params, body, caller }, work, deps) => {
  const { domain, zones } = deps;
  const { proId: callerId } = proOf(caller);
  const { at, now, cause, commit } = work;
  const before = await findBlock(domain, { callerId, blockId: params.id, hubId: body.hub_id });
  const { blockId, proId } = before;
  const note = await changedNote(deps, { note: body.note, callerId, before });
  const { start, end } = instantsOf(zones(before.timezone), body);
  const answerWith = ({ blocks }: BlocksState) => {
    const after = blocks.find((one) => one.blockId === blockId);
    if (!after) throw new Rejection('not-found');
    return { message: 'Blocked time changed', data: blockView(blockColumns(after), zones, callerId) };
  };
  const change = (reservationId: string) =>
    step(domain.blocks, proId, {
      type: 'change',
      block: { blockId, reservationId, start, end, ...note },
    });
  if (start === before.start && end === before.end)
    return answerWith((await commit({ decide: change(before.reservationId) })).state);
  const reservationId = reservationIdOf([cause.id], { start, end });
  const deadline = inSeconds(at, placingSeconds);
  const held = { reservationId, bookingId: blockId, holder: 'block' as const, start, end, deadline };
  const wanted = { proId, reservation: held, placing: 'anyway' as const, now, cause };
  const { state } = await commit({
    before: reserveSteps(domain, wanted),
    decide: change(reservationId),
    after: () => releaseSteps(domain, before, 'moved'),
  });
  return answerWith(state);
};

const unblockTime: Command<'unblockTime', BlockDeps> = async (
  { params, query, caller },
  { commit },
  { domain },
) => {
  const { proId: callerId } = proOf(caller);
  const held = await findBlock(domain, { callerId, blockId: params.id, hubId: query.hub_id });
  await commit({
    decide: step(domain.blocks, held.proId, { type: 'unblock', blockId: held.blockId }),
    after: () => releaseSteps(domain, held, 'cancelled'),
  });
  return { message: 'Time given back', data: null };
};

export const blockHandlers = (deps: BlockDeps) => {
  const handle = handling(deps);
  return {
    blockTime: handle(blockTime),
    editBlock: handle(editBlock),
    unblockTime: handle(unblockTime),
  } satisfies Handlers;
};
