import { verifyAgendas } from '@visita/operator/verify/agendas';
import { verifyLog } from '@visita/operator/verify/log';
import { pagesOf } from '@visita/platform/event-store/pages';
import { beginning } from '@visita/platform/event-store/port';
import { createSeals } from '@visita/platform/event-store/seals';
import { compareWithReplay } from '@visita/projector/compare';
import { check } from './check.ts';
import type { Fact, LedgerRow, Scale, SentMessage } from './facts.ts';
import { readTypes } from './history.ts';
import { live } from './life.ts';
import { settingsOf } from './people.ts';
import { openProduct, type SimulatedProduct } from './product.ts';

const ledgerSql = `
  select id, purpose, about, step, to_char(visit_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "visitAt",
    to_char(not_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "notAfter", state, reason
  from notifier.planned`;

/** Reads the events that are checked, and counts all by type. */
const eventsOf = async ({ foundation }: SimulatedProduct) => {
  const read: Fact[] = [];
  const counts = new Map<string, number>();
  for await (const page of pagesOf(foundation.store, beginning))
    for (const { type, data, metadata } of page.events) {
      counts.set(type, (counts.get(type) ?? 0) + 1);
      if (readTypes.has(type)) read.push({ type, time: metadata.time, data: data as Fact['data'] });
    }
  return { read, counts };
};

const templates: Readonly<Record<string, string>> = { reminder: 'planned-reminder', offer: 'time-offered' };

/** Returns mails and texts in the order in which the servers accepted them. */
const messagesOf = ({ servers }: SimulatedProduct, ledger: readonly LedgerRow[]): SentMessage[] => {
  const rows = new Map(ledger.map((row) => [row.id, row]));
  const mails = servers.mails.map(({ at, messageId, template, about, eventId }) => {
    return { by: 'mail' as const, at, messageId, template, about, eventId };
  });
  // The ledger forgets the messages of erased people.
  const texts = servers.texts.flatMap(({ id, at, failed }) => {
    const row = rows.get(id);
    const template = templates[row?.purpose ?? ''];
    if (!row || !template) return [];
    return [{ by: 'sms' as const, at, messageId: id, template, about: row.about, eventId: id, failed }];
  });
  return [...mails, ...texts].toSorted((one, other) => (one.at < other.at ? -1 : 1));
};

/** Runs what `ops verify` checks; returns its problems. */
const verify = async ({ foundation, now }: SimulatedProduct): Promise<unknown[]> => {
  const { store, stored, database } = foundation;
  const seals = createSeals(database.pool, now);
  const log = await verifyLog({ stored, seals });
  const agendas = await verifyAgendas({ store, freedUpTo: await store.head() });
  const rows = await compareWithReplay({ store, database });
  return [...log.problems, ...agendas.problems, ...(rows.differing > 0 ? [rows] : [])];
};

/** Lives through a simulation and checks it; returns the broken rules and the figures. */
export const simulate = async (scale: Scale, onDay: (nth: number) => void = () => undefined) => {
  await using product = await openProduct(`${scale.from}T05:00:00.000Z`);
  const began = performance.now();
  const { places, looks, refusals, days, failed } = await live(product, scale, onDay);
  const lived = performance.now() - began;
  const { read: events, counts: types } = await eventsOf(product);
  const { rows: ledger } = await product.pool.query<LedgerRow>(ledgerSql);
  const { mails, texts, uncertain } = product.servers;
  const settings = new Map(places.map(({ proId, index }) => [proId, settingsOf(index)]));
  const messages = messagesOf(product, ledger);
  const problems = [
    ...failed,
    ...check({ events, messages, ledger, looks, settings, uncertain }),
    ...(await verify(product)),
  ];
  const happened = (type: string) => types.get(type) ?? 0;
  const sent = (template: string) => messages.filter((message) => message.template === template).length;
  const ended = Map.groupBy(ledger, ({ state, reason }) => `${state} ${reason ?? ''}`.trim());
  const counts = {
    days,
    seconds: Math.round(lived / 1000),
    checking: Math.round((performance.now() - began - lived) / 1000),
    events: [...types.values()].reduce((sum, count) => sum + count, 0),
    visits: happened('BookingPlaced'),
    moved: happened('BookingMoved'),
    cancelled: happened('BookingCancelled'),
    series: happened('SeriesPlanned'),
    notPlaced: happened('SeriesVisitNotPlaced'),
    waited: happened('WaitingJoined'),
    offers: happened('OfferMade'),
    taken: happened('OfferTaken'),
    declined: happened('OfferDeclined'),
    lapsed: happened('OfferLapsed'),
    erased: happened('PatientErasureRequested'),
    reminders: sent('planned-reminder'),
    offerMessages: sent('time-offered'),
    recalls: sent('recall'),
    surveys: sent('visit-survey'),
    mails: mails.length,
    texts: texts.length,
    crashes: product.crashes(),
    uncertain: uncertain.size,
    refusals: Object.fromEntries(refusals),
    ledger: Object.fromEntries([...ended].map(([state, rows]) => [state, rows.length])),
  };
  return { problems, counts };
};
