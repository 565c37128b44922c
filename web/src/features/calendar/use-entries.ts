import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { nameOf, plannableHubs } from '../../lib/booking/hubs.ts';
import { offerOf } from '../../lib/booking/professionals.ts';
import { blockAtom } from '../../lib/state/booking.atoms.ts';
import type { Move } from './model/calendar-events.ts';
import type { BlockHandOver } from './move/hand-over-block.tsx';
import { useBlocking } from './move/use-blocking.ts';
import { useMoving } from './move/use-moving.ts';
import { usePeek } from './peek/use-peek.ts';
import type { Seen } from './use-seen.ts';

/** Actions on entries: open details or popover, cut, and move. */
export const useEntries = ({ pro, clinics, calendar, sight }: Seen) => {
  const { visible, filters, go } = sight;
  // Id of the booking opened in edit mode.
  const [edited, setEdited] = useState<string | null>(null);
  const [handOver, setHandOver] = useState<BlockHandOver | null>(null);
  const openBlock = useSetAtom(blockAtom);
  const moving = useMoving(calendar, visible);
  const bookingOf = (id: string | null | undefined) =>
    calendar?.bookings.find((booking) => booking.id === id);
  const cutOut = (id: string) => moving.setCut(bookingOf(id) ?? null);
  const blocking = useBlocking({ pro, clinics: clinics ?? [], clinicId: filters.clinicId });
  const blockOf = (id: string) => calendar?.blocks.find((block) => block.id === id);
  const open = (id: string, toEdit = false) => {
    const block = blockOf(id);
    setEdited(toEdit ? id : null);
    if (block) openBlock(block);
    else go({ bookingId: id });
  };
  const hubs = (clinics ?? []).flatMap((clinic) => clinic.hubs);
  const moveTo = (wanted: Move, proId?: string) => {
    const block = blockOf(wanted.id);
    const booking = bookingOf(wanted.id) ?? moving.cut;
    moving.setRefused(null);
    if (proId === undefined) {
      if (block) blocking.move(block, wanted);
      else moving.setMove(wanted);
      return;
    }
    const to =
      block &&
      plannableHubs(clinics ?? [], pro).find(
        (one) => one.proId === proId && one.clinicId === block.clinic_id,
      );
    // The note of a new blocked time could not be that of the old one.
    if (to && !block.note_hidden) {
      setHandOver({ block, from: hubs.find(({ id }) => id === block.hub_id), to, move: wanted });
      return;
    }
    const hub = hubs.find((one) => one.proId === proId);
    const name = hub ? nameOf(hub) : '';
    const offer = booking && offerOf(booking, proId, { clinics: clinics ?? [], pro });
    if (offer) moving.setMove({ ...wanted, to: { proId, name, hubServiceId: offer.hubServiceId } });
    else moving.setRefused({ id: wanted.id, name });
  };
  const peeking = usePeek(cutOut);
  return { edited, moving, handOver, setHandOver, bookingOf, cutOut, blocking, open, moveTo, peeking };
};
