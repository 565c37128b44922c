import { keepsQuiet, type QuietHours } from '@visita/contracts/messages/settings';
import { createZones } from '@visita/contracts/availability/zones';
import type { EventNamed } from '@visita/contracts/events';
import { endOfQuiet } from '@visita/contracts/messages/due';
import { mobileOf } from '@visita/contracts/messages/mobile';
import type { WaitingEvent } from '@visita/contracts/waiting/events';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Database } from '@visita/platform/postgres/connect';
import { createStreams, type Decider } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import { allowsTexts, choseSql } from '@visita/read-model/messages/choices';
import { settingsIn } from '@visita/read-model/messages/view';
import type { ProjectedPosition } from '@visita/read-model/projected';
import { demonstration } from '../demonstration.ts';
import { offerMessageId } from '../offer-message-id.ts';
import type { Planned, PurposeRules } from './port.ts';

type Planning = {
  readonly planned: Pick<Planned, 'plan' | 'withdraw'>;
  readonly projected: Pick<ProjectedPosition, 'reached'>;
};

/** Milliseconds to wait until the offer can be read. */
const patience = 5_000;

const plan = async ({ planned, projected }: Planning, event: EventNamed<'OfferMade'>): Promise<void> => {
  const { offerId, entryId, clinicId, patientId, times, deadline } = event.data;
  const [time] = times;
  if (!time || event.metadata.actor === demonstration) return;
  await projected.reached(event.position, patience);
  await planned.plan({
    id: offerMessageId(offerId),
    purpose: 'offer',
    about: entryId,
    proId: time.proId,
    clinicId,
    subjects: [`patient-${patientId}`],
    channel: 'sms-else-mail',
    due: new Date(event.metadata.time),
    notAfter: new Date(deadline),
  });
};

/** Plans the message of each offer, and drops it if the offer is over before it was sent. */
export const planOffers = (deps: Planning): Process => {
  const withdraw = ({ data }: { data: { offerId: string } }) =>
    deps.planned.withdraw(offerMessageId(data.offerId));
  return {
    name: 'plan-offers',
    inOrder: 'stream',
    impersonal: true,
    on: {
      OfferMade: (event) => plan(deps, event),
      OfferLapsed: withdraw,
      OfferWithdrawn: withdraw,
    },
  };
};

type Ids = Omit<Extract<WaitingEvent, { type: 'OfferLapsed' }>['data'], 'offerId'>;
type State = { readonly ids: Ids; readonly open: string | null } | null;

/** Folds an entry to its open offer, unless staff made it: they call a person who cannot get a message. */
const entries: Decider<State, WaitingEvent, string> = {
  stream: (id) => `wait-${id}`,
  initialState: null,
  evolve: (state, { type, data }) => {
    const { entryId, clinicId, proId, patientId } = data;
    const ids = { entryId, clinicId, proId, patientId };
    if (type === 'OfferMade') return { ids, open: data.because === 'staff' ? null : data.offerId };
    return { ids, open: type.startsWith('Offer') || type === 'WaitingEnded' ? null : (state?.open ?? null) };
  },
  decide: (messageId, state) =>
    state && state.open !== null && offerMessageId(state.open) === messageId
      ? [{ type: 'OfferLapsed', data: { ...state.ids, offerId: state.open } }]
      : [],
};

// As for reminders, the number belongs to a confirmed visit of the person.
const textedSql = `p.responsible_id is null and b.contact_id is null and ${allowsTexts('e.patient_id', 'p')}`;

const offerSql = `
  select e.offer_id as "offerId", e.email, p.prefix, p.phone, e.timezone, m.settings, m.sender,
    ${textedSql} as texts,
    case when p.erased then 'erased' when p.restricted then 'restricted'
      when ${choseSql('stopped', 'coalesce(b.contact_id, p.responsible_id, e.patient_id)')} then 'stopped' end as blocked
  from read.waiting_entries e
  left join read.patients p on p.patient_id = e.patient_id
  left join read.bookings b on b.booking_id = e.booking_id
  left join read.message_settings m on m.pro_id = $2
  where e.entry_id = $1`;

type Row = {
  readonly offerId: string | null;
  readonly email: string | null;
  readonly prefix: string | null;
  readonly phone: string | null;
  readonly texts: boolean;
  readonly timezone: string;
  readonly settings: string | null;
  readonly sender: string | null;
  readonly blocked: 'erased' | 'restricted' | 'stopped' | null;
};

const quietOf = ({ settings, sender }: Row): QuietHours =>
  settingsIn(settings === null ? undefined : { settings, sender }).quietHours;

const zones = createZones();

/** Returns the number for a text; null in quiet hours of texts, because the deadline would pass: it is a mail then. */
const textNumber = (row: Row, now: Date): string | null => {
  const quiet = quietOf(row);
  const isQuiet = keepsQuiet(quiet, 'sms') && endOfQuiet(quiet, now.getTime(), zones(row.timezone)) !== null;
  return row.texts && !isQuiet ? mobileOf(row) : null;
};

type Deps = { pool: Database['pool']; store: EventStore; now: () => Date };

/** Creates the rules of offers. An offer that could not be sent lapses, so that the next person is asked. */
export const offerRules = ({ pool, store, now }: Deps): PurposeRules => {
  const streams = createStreams(store, entries, {});
  return {
    template: 'time-offered',
    read: async ({ id, about, proId }, at) => {
      const [row] = (await pool.query<Row>(offerSql, [about, proId])).rows;
      if (!row || row.offerId === null || offerMessageId(row.offerId) !== id) return { skip: 'withdrawn' };
      const { email, blocked, timezone, offerId } = row;
      return {
        recipient: { email, mobile: textNumber(row, at), blocked },
        quiet: quietOf(row),
        timezone,
        job: { offerId },
      };
    },
    settled: async ({ id, about, state }) => {
      if (state !== 'dropped' && state !== 'failed') return;
      const causeId = deriveId(id, 'not sent');
      const time = now().toISOString();
      const cause = { id: causeId, correlationId: id, actor: 'process:planned', time } as const;
      await streams.execute(about, id, cause);
    },
  };
};
