import type { Pool } from 'pg';
import { waitingMails, waitingMailsOf } from '@visita/read-model/mail/waiting';
import { seesCalendar } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';

type Deps = { pool: Pool } & Pick<Dependencies, 'clock' | 'membershipsOf'>;

/** Milliseconds for which the total number of waiting mails is cached; usually no mails wait. */
const cachedFor = 10_000;

/** Creates the function that counts waiting mails about the bookings in a pro's calendar. */
export const createMailsWaiting = ({ pool, clock, membershipsOf }: Deps): Dependencies['mailsWaiting'] => {
  let looked = { at: -Infinity, any: false };
  return async (proId) => {
    const now = clock();
    if (now.getTime() - looked.at >= cachedFor) {
      looked = { at: now.getTime(), any: (await waitingMails(pool, now)).count > 0 };
    }
    if (!looked.any) return 0;
    const clinicIds = (await membershipsOf(proId)).filter(seesCalendar).map((one) => one.clinic_id);
    return (await waitingMailsOf(pool, now, { proId, clinicIds })).count;
  };
};
