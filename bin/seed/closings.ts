import { closedDays } from './appointments.ts';
import type { World } from './world.ts';
import type { Send } from './send.ts';

/** Closes the clinics on the public holidays of their countries. */
export const closeOnHolidays = async (send: Send, { members, clinics }: World): Promise<void> => {
  for (const { key, id, owner, holidays } of clinics.values()) {
    const { caller, language } = members.get(owner)!;
    const body = { ...holidays, language };
    await send('setHolidays', `holidays ${key}`, caller, { params: { id }, body });
  }
};

/** Plans a closing and vacations. */
export const planInactivities = async (
  send: Send,
  { members, clinics }: World,
  today: string,
): Promise<void> => {
  const { closing, vacations } = closedDays(today);
  const stretch = ({ first, last }: { first: string; last: string }) => ({
    starting_date: `${first}T00:00`,
    ending_date: `${last}T23:59`,
  });
  const closed = clinics.get(closing.clinic)!;
  await send('planClosing', `closing ${closed.key}`, members.get(closed.owner)!.caller, {
    body: { title: 'Lavori in studio', clinic_id: closed.id, type: 'closing', ...stretch(closing) },
  });
  for (const vacation of vacations) {
    const hub_id = clinics.get(vacation.clinic)!.hubs.get(vacation.pro)!.id;
    await send(
      'planVacation',
      `vacation ${vacation.clinic} ${vacation.pro}`,
      members.get(vacation.pro)!.caller,
      {
        body: { title: 'Ferie / Vacaciones', hub_id, type: 'vacation', ...stretch(vacation) },
      },
    );
  }
};
