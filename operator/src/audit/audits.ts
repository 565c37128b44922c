import type { RecordedEvent } from '@visita/contracts/envelope';
import type { Audit, AuditEvent, AuditKind, Causation } from '@visita/contracts/operator/audit';
import type { Database } from '@visita/platform/postgres/connect';
import type { EventStore } from '@visita/platform/event-store/port';
import { laneOf } from './actors.ts';
import { arrange } from './causation.ts';
import type { Finder } from './finder.ts';
import { statesAfter } from './folds.ts';
import { mailsOf } from './mails.ts';
import { masked } from './mask.ts';
import { actorsInWords } from './receptions.ts';
import { sentenceOf } from './sentences.ts';
import { eventsAbout } from './streams.ts';

export type AuditsDeps = {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly finder: Finder;
  readonly pool: Database['pool'];
  readonly now: () => Date;
};

export type AuditOptions = {
  /** ISO 8601 instant up to which events are included; null for now. */
  readonly at: string | null;
  /** Whether personal data stays readable. The caller must record this first. */
  readonly reveal: boolean;
};

export type Audits = {
  /** Returns the history of an entity; null if it does not exist, or did not yet at that time. */
  of(kind: AuditKind, id: string, options: AuditOptions): Promise<Audit | null>;
  /** Returns causes and effects of an event; null if it does not exist. */
  causation(eventId: string): Promise<Causation | null>;
};

const correlatedMaximum = 1_000;

type InWords = Awaited<ReturnType<typeof actorsInWords>>;

const describeWith =
  (who: InWords) =>
  (event: RecordedEvent): AuditEvent => {
    const { id, type, stream, revision, position, metadata } = event;
    const { actor, time, correlationId, causationId } = metadata;
    const summary = { lane: laneOf(actor), who: who(actor), sentence: sentenceOf(event) };
    return {
      eventId: id,
      type,
      stream,
      revision,
      position,
      time,
      actor,
      ...summary,
      correlationId,
      causationId,
    };
  };

/** Creates audits on an event store and the notifier's ledger of mails. */
export const createAudits = ({ store, finder, pool, now }: AuditsDeps): Audits => ({
  of: async (kind, id, { at, reveal }) => {
    const shown = (event: RecordedEvent) => (reveal ? event : masked(event));
    const events = (await eventsAbout({ store, finder, now }, kind, id))
      .filter(({ metadata }) => at === null || metadata.time <= at)
      .map(shown);
    if (events.length === 0) return null;
    const describe = describeWith(await actorsInWords(store, events, reveal));
    const states = statesAfter(events);
    const steps = events.map((event, index) => ({ ...describe(event), state: states[index] ?? {} }));
    const read = async (stream: string) => (await store.readStream(stream)).map(shown);
    const byId = new Map(events.map((event) => [event.id, event]));
    const mails = await mailsOf({ pool, read }, steps, byId);
    return {
      kind,
      id,
      at,
      revealed: reveal,
      steps,
      mails: mails.filter(({ time }) => at === null || time <= at),
    };
  },

  causation: async (eventId) => {
    const place = await finder.event(eventId);
    if (!place) return null;
    const [asked] = await store.readStream(place.stream, place.revision);
    if (!asked) return null;
    const { correlationId } = asked.metadata;
    const places = await finder.correlated(correlationId, correlatedMaximum);
    const streams = [...new Set(places.map(({ stream }) => stream))];
    const read = await Promise.all(streams.map((stream) => store.readStream(stream)));
    const events = read
      .flat()
      .filter(({ metadata }) => metadata.correlationId === correlationId)
      .toSorted((one, other) => (one.position < other.position ? -1 : 1));
    const who = await actorsInWords(store, events, false);
    const truncated = places.length === correlatedMaximum;
    return {
      eventId,
      correlationId,
      roots: arrange(events, { describe: describeWith(who), who }),
      truncated,
    };
  },
});
