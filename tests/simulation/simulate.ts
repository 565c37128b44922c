import { verifyAgendas } from '@visita/operator/verify/agendas';
import { verifyLog } from '@visita/operator/verify/log';
import { pagesOf } from '@visita/platform/event-store/pages';
import { beginning } from '@visita/platform/event-store/port';
import { createSeals } from '@visita/platform/event-store/seals';
import { compareWithReplay } from '@visita/projector/compare';
import { check } from './check.ts';
import type { Fact, LedgerRow, Scale } from './facts.ts';
import { live, settingsOf } from './life.ts';
import { openProduct, type SimulatedProduct } from './product.ts';

const ledgerSql = `
  select id, about, step, to_char(visit_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "visitAt",
    to_char(not_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "notAfter", state, reason
  from notifier.planned`;

const eventsOf = async ({ foundation }: SimulatedProduct): Promise<Fact[]> => {
  const all: Fact[] = [];
  for await (const page of pagesOf(foundation.store, beginning))
    for (const { type, data, metadata } of page.events)
      all.push({ type, time: metadata.time, data: data as Fact['data'] });
  return all;
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
export const simulate = async (scale: Scale) => {
  await using product = await openProduct('2026-11-23T05:00:00.000Z');
  const began = performance.now();
  const { places, looks, refusals } = await live(product, scale);
  const lived = performance.now() - began;
  const events = await eventsOf(product);
  const { rows: ledger } = await product.pool.query<LedgerRow>(ledgerSql);
  const quietPros = new Set(
    places.flatMap(({ proId }, index) => (settingsOf(index).mailsQuiet ? [proId] : [])),
  );
  const facts = { events, mails: product.sent, ledger, looks, quietPros, uncertain: product.uncertain };
  const problems = [...check(facts), ...(await verify(product))];
  const count = (template: string) => product.sent.filter((mail) => mail.template === template).length;
  const typed = Map.groupBy(events, ({ type }) => type);
  const happened = (type: string) => typed.get(type)?.length ?? 0;
  const counts = {
    seconds: Math.round(lived / 1000),
    events: events.length,
    visits: happened('BookingPlaced'),
    moved: happened('BookingMoved'),
    cancelled: happened('BookingCancelled'),
    waited: happened('WaitingJoined'),
    offers: happened('OfferMade'),
    taken: happened('OfferTaken'),
    declined: happened('OfferDeclined'),
    lapsed: happened('OfferLapsed'),
    erased: happened('PatientErasureRequested'),
    reminders: count('planned-reminder'),
    offerMails: count('time-offered'),
    mails: product.sent.length,
    crashes: product.crashes(),
    uncertain: product.uncertain.size,
    refusals: Object.fromEntries(refusals),
    ledger: Object.fromEntries(
      [...Map.groupBy(ledger, ({ state, reason }) => `${state} ${reason ?? ''}`.trim())].map(
        ([state, rows]) => [state, rows.length],
      ),
    ),
  };
  return { problems, counts };
};
