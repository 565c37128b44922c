import type { BlockView } from '@visita/contracts/block/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/client.ts';
import { putBlock } from '../../../lib/data/calendar.api.ts';
import { namingClash } from '../../../lib/booking/in-the-way.ts';
import { namedHub } from '../../../lib/booking/professionals.ts';
import { shortWhen } from '../../../lib/text/written-when.ts';
import { plannableHubs } from '../../../lib/booking/hubs.ts';
import { useUnblock } from '../../../ui/forms/use-unblock.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { blockAtom } from '../../../lib/state/booking.atoms.ts';
import { wallClock } from '../../../lib/time/wall-clock.ts';
import { hoursOf } from '../model/columns.ts';
import type { Move } from '../model/calendar-events.ts';

/** Returns the hub to block: of the filtered clinic, else where the professional works that day. */
const likelyHub = (
  hubs: readonly HubView[],
  { day, clinicId }: { day: string; clinicId: string | null },
): HubView | undefined =>
  hubs.find((hub) => hub.clinicId === clinicId) ??
  hubs.find((hub) => (hoursOf({ day, pro: null }, [hub]) ?? []).length > 0) ??
  hubs[0];

type Drawn = { day: string; time: string; minutes: number; proId: string | null };

const endOf = ({ day, time, minutes }: Omit<Drawn, 'proId'>): string =>
  new Date(Date.parse(`${day}T${time}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);

type ChangedBlock = { starting_date: string; ending_date: string; note: string; hub_id: string };

type Scope = { pro: Pro; clinics: readonly ClinicView[]; clinicId: string | null };

/** Blocks a drawn period and moves a dragged block, both with undo. */
export const useBlocking = ({ pro, clinics, clinicId }: Scope) => {
  const { i18n } = useTranslation();
  const hubs = plannableHubs(clinics, pro);
  const aboutOf = (hubId: string, date: string): string | null => {
    const name = namedHub(hubId, clinics);
    return name && `${name}, ${shortWhen(date, i18n)}`;
  };
  const openBlock = useSetAtom(blockAtom);
  const { submit } = useSubmit({ failed: 'blockFailed', done: 'timeBlocked' });
  const unblock = useUnblock(pro);
  const block = ({ day, time, minutes, proId }: Drawn) => {
    const theirs = hubs.filter((hub) => hub.proId === (proId ?? pro.id));
    const hub = likelyHub(theirs, { day, clinicId });
    // In a column of several professionals, one without hours of their own says whose time it is.
    if (!hub) return openBlock({ day, time, minutes, proId });
    let made: BlockView | null = null;
    const body = {
      hub_id: hub.id,
      starting_date: `${day}T${time}`,
      ending_date: endOf({ day, time, minutes }),
    };
    const send = async () => {
      const wanted = { pro, hubId: hub.id, start: body.starting_date, end: body.ending_date };
      const { data } = await namingClash(() => call('blockTime', { body }), wanted);
      made = data;
      await putBlock(data);
    };
    void submit(
      send,
      { of: `block ${body.starting_date}`, act: () => made && void unblock(made) },
      aboutOf(hub.id, body.starting_date),
    );
  };
  const change = async (id: string, body: ChangedBlock) =>
    putBlock((await call('editBlock', { params: { id }, body })).data);
  const move = ({ id, note, hub_id: hubId, ...before }: BlockView, { date, end }: Move) => {
    const kept = { note, hub_id: hubId };
    const back = {
      starting_date: wallClock(before.date),
      ending_date: wallClock(before.ending_date),
      ...kept,
    };
    const send = () =>
      namingClash(() => change(id, { starting_date: date, ending_date: end, ...kept }), {
        pro,
        hubId,
        start: date,
        end,
        except: id,
      });
    const undo = () => void submit(() => change(id, back), undefined, aboutOf(hubId, back.starting_date));
    void submit(send, { of: id, act: undo }, aboutOf(hubId, date));
  };
  return { mayBlock: hubs.length > 0, block, move };
};
