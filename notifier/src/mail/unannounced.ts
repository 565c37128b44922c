import { isEvent } from '@visita/contracts/events';
import type { MailJob } from '@visita/contracts/jobs';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Database } from '@visita/platform/postgres/connect';
import { announcedSql } from '../outbox.sql.ts';
import { jobIdOf } from '../mail-job-id.ts';

type Deps = { pool: Database['pool']; store: Pick<EventStore, 'readStream'> };
type Row = { readonly state: 'asked' | 'claimed' | 'sent' | 'dropped'; readonly toldSince: boolean };

/**
 * Tells whether a cancellation mail is needless because the patient never heard of the visit: a professional
 * booked and cancelled it before the first mail was sent. Throws while that mail is in delivery.
 */
export const createUnannounced =
  ({ pool, store }: Deps) =>
  async ({ template, about }: Pick<MailJob, 'template' | 'about'>): Promise<boolean> => {
    if (template !== 'cancelled') return false;
    const [placed] = await store.readStream(`booking-${about}`, 0, 1);
    if (!placed || !isEvent(placed, 'BookingPlaced') || placed.data.placedBy !== 'pro') return false;
    const first = jobIdOf({ eventId: placed.id, template: 'booked-by-pro' });
    const [found] = (await pool.query<Row>(announcedSql, [first, [`moved ${about}`, about]])).rows;
    if (!found || found.toldSince) return false;
    if (found.state === 'claimed') throw new Error('the mail that announces this visit is in delivery');
    return found.state !== 'sent';
  };
