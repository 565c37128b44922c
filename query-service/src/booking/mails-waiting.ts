import type { Pool } from 'pg';
import { waitingMails, waitingMailsOf } from '@visita/read-model/mail/waiting';
import { seesCalendar } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';

type Deps = { pool: Pool } & Pick<Dependencies, 'clock' | 'membershipsOf'>;

/** Milliseconds for which it is remembered whether any mail waits at all, which is seldom. */
const remembered = 10_000;

/** Makes what counts the mails that wait about the visits that a pro's calendar shows. */
export const createMailsWaiting = ({ pool, clock, membershipsOf }: Deps): Dependencies['mailsWaiting'] => {
  let looked = { at: -Infinity, any: false };
  return async (proId) => {
    const now = clock();
    if (now.getTime() - looked.at >= remembered) {
      looked = { at: now.getTime(), any: (await waitingMails(pool, now)).count > 0 };
    }
    if (!looked.any) return 0;
    const clinicIds = (await membershipsOf(proId)).filter(seesCalendar).map((one) => one.clinic_id);
    return (await waitingMailsOf(pool, now, { proId, clinicIds })).count;
  };
};
