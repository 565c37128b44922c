import { type BlockDetails, blockMaximum, type HandedOver } from '@visita/contracts/block/events';
import type { Zone } from '@visita/contracts/availability/zones';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import { type Step, step } from '@visita/platform/runtime/commit';
import { blockColumns } from '@visita/read-model/block/columns';
import { blockView } from '@visita/read-model/block/view';
import { type HubAtClinic, plannableHub } from '../access.ts';
import {
  inSeconds,
  placingSeconds,
  releaseSteps,
  reservationIdOf,
  reserveSteps,
} from '../booking/reserve.ts';
import type { BlockDeps } from './deps.ts';
import type { Domain } from '../domain.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
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

type Placing = { readonly place: HubAtClinic; readonly stretch: { start: string; end: string } & Note };

/** Returns a new blocked time at a hub, and the steps that keep its time free. */
const newBlock = ({ domain }: BlockDeps, { place, stretch }: Placing, { at, now, cause }: UnitOfWork) => {
  const { hub, clinic } = place;
  const { proId, hubId } = hub;
  const { start, end } = stretch;
  const blockId = deriveId(cause.id, start, end, 'block');
  const reservationId = reservationIdOf([cause.id], { start, end });
  const { timezone } = clinic.details;
  const block: BlockDetails = {
    blockId,
    reservationId,
    proId,
    hubId,
    clinicId: clinic.id,
    timezone,
    ...stretch,
  };
  const deadline = inSeconds(at, placingSeconds);
  const held = { reservationId, bookingId: blockId, holder: 'block' as const, start, end, deadline };
  // A block may overlap the buffers of the pro's own visits.
  const wanted = { proId, reservation: held, placing: 'anyway' as const, now, cause };
  return { block, before: reserveSteps(domain, wanted) };
};

type Committing = ReturnType<typeof newBlock> & {
  readonly after: () => Step[];
  readonly instead?: HandedOver | undefined;
};

/** Blocks a time, runs the steps after it, and returns the view of the blocked time. */
const commitBlock = async (
  { domain, zones }: BlockDeps,
  { block, instead, before, after }: Committing,
  { commit, callerId }: Pick<UnitOfWork, 'commit'> & { callerId: string },
) => {
  const { blockId, proId } = block;
  const decide = step(domain.blocks, proId, { type: 'block', block, instead });
  const { state } = await commit({ before, decide, after });
  // A request may be repeated after its block was released.
  if (!state.blocks.some((one) => one.blockId === blockId)) throw new Rejection('not-found');
  return blockView(blockColumns(block), zones, callerId);
};

const blockTime: Command<'blockTime', BlockDeps> = async ({ body, caller }, work, deps) => {
  const { proId: callerId } = proOf(caller);
  const place = await plannableHub(deps.domain, body.hub_id, callerId);
  const { proId } = place.hub;
  const stretch = instantsOf(deps.zones(place.clinic.details.timezone), body);
  const note = await signed(deps, { note: body.note, callerId, proId });
  const made = newBlock(deps, { place, stretch: { ...stretch, ...note } }, work);
  const data = await commitBlock(deps, { ...made, after: () => [] }, { ...work, callerId });
  return { message: 'Time blocked', data };
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

/** Returns null for a block that is not found: a repeated hand-over has released it. */
const orGone = (error: unknown): null => {
  if (error instanceof Rejection && error.code === 'not-found') return null;
  throw error;
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

type EditContext = CallContext<'editBlock'>;
type HandingOver = {
  readonly toHubId: string;
  readonly callerId: string;
  readonly body: EditContext['body'];
};

/**
 * Blocks the time of another professional first, so that a refusal changes nothing, and then releases the old one.
 * After a crash in between, a repeat or a process goes on with the release. Throws `forbidden` if the caller cannot read the
 * note, which would be lost.
 */
const handOver = async (
  deps: BlockDeps,
  { before, toHubId, callerId, body }: HandingOver & { readonly before: BlockDetails | null },
  work: UnitOfWork,
) => {
  const { domain, zones } = deps;
  const place = await plannableHub(domain, toHubId, callerId);
  const { proId } = place.hub;
  const stretch = instantsOf(zones(place.clinic.details.timezone), body);
  const note = await signed(deps, { note: body.note, callerId, proId });
  const made = newBlock(deps, { place, stretch: { ...stretch, ...note } }, work);
  if (before === null && !(await blockIn(domain, proId, made.block.blockId)))
    throw new Rejection('not-found');
  if (before?.proId === proId)
    throw new Rejection('malformed-request', 'to_hub_id must be of another professional.');
  if (before && before.note !== '' && ![before.proId, before.author].includes(callerId))
    throw new Rejection('forbidden', 'Only those who can read the note may hand this blocked time over.');
  const after = () =>
    before
      ? [
          step(domain.blocks, before.proId, { type: 'unblock', blockId: before.blockId }),
          ...releaseSteps(domain, before, 'moved'),
        ]
      : [];
  // Processes of an earlier version cannot read the event with it.
  const known = before !== null && (await deps.isUpdateComplete());
  const instead = known ? { proId: before.proId, blockId: before.blockId } : undefined;
  return commitBlock(deps, { ...made, instead, after }, { ...work, callerId });
};

const editBlock: Command<'editBlock', BlockDeps> = async ({ params, body, caller }, work, deps) => {
  const { domain, zones } = deps;
  const { proId: callerId } = proOf(caller);
  const { at, now, cause, commit } = work;
  const sought = { callerId, blockId: params.id, hubId: body.hub_id };
  if (body.to_hub_id !== undefined && body.to_hub_id !== body.hub_id) {
    const before = await findBlock(domain, sought).catch(orGone);
    const data = await handOver(deps, { before, toHubId: body.to_hub_id, callerId, body }, work);
    return { message: 'Blocked time changed', data };
  }
  const before = await findBlock(domain, sought);
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
