import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, type Reply } from '../../tests/support/http.ts';
import {
  dayAhead,
  type OpenedClinic,
  type RegisteredPro,
  requestOf,
} from '../../tests/support/http-practice.ts';
import { tokenIn } from '../../tests/support/inside.ts';
import type { MailServer } from '../../tests/support/mail-server.ts';
import type { Ask, Journal, Known } from './journal.ts';
import { createPatientSend, persist } from './persist.ts';

/** A pro with a clinic, working all day. */
export type Practice = { readonly pro: RegisteredPro; readonly clinic: OpenedClinic };

export type ClientsOptions = {
  address: string;
  practices: readonly Practice[];
  mailServer: Pick<MailServer, 'mails'>;
  journal: Journal;
  random: () => number;
};

export type Clients = {
  start(count: number): void;
  /** Resolves when all clients have their answers. */
  stop(): Promise<void>;
  /** Places a booking as a pro; clients leave it alone until it is not `busy`. */
  place(): Promise<Known | null>;
};

const days = Array.from({ length: 24 }, (_, index) => dayAhead(3 + index));
/** Milliseconds between a client's requests, so that the clients do not use up the machine. */
const breath = 40;

/**
 * Creates patients and pros who book, confirm by the mailed link, move and cancel, and repeat unanswered
 * requests.
 */
export const createClients = (options: ClientsOptions): Clients => {
  const { address, practices, mailServer, journal, random } = options;
  const client: Client = createClient(address, createPatientSend(journal.attempts));
  const stopping = new AbortController();
  let working: Promise<unknown> = Promise.resolve();

  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const someTime = (): string => {
    const quarter = Math.floor(random() * 92);
    const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15];
    return `${pick(days)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  };

  const record = <Body extends object>(
    kind: Ask['kind'],
    key: string,
    bookingId: string | null,
    reply: Reply<Body> | null,
  ): boolean => {
    const outcome = reply === null ? 'unknown' : reply.status < 300 ? 'done' : 'refused';
    const { code } = reply?.body ?? {};
    journal.asks.push({ kind, key, outcome, bookingId, ...(code === undefined ? {} : { code }) });
    return outcome === 'done';
  };

  /** Makes a booking: by a patient, held until confirmed, or by the pro. */
  const book = async (kind: 'request' | 'place', busy = false): Promise<Known | null> => {
    const pro = Math.floor(random() * practices.length);
    const { clinic, pro: owner } = practices[pro]!;
    const [offer, date, key] = [pick(clinic.offers), someTime(), randomUUID()];
    const request = requestOf(clinic.clinicId, offer, date, `p${key.slice(0, 13)}`);
    const { name, email, prefix, phone } = request.contactInfo;
    const placed = { booking: { hubServiceId: offer, date }, patient: { name, email, prefix, phone } };
    const sent = { key, correlation: key };
    const reply = await persist<{ data: { id: string } }>(() =>
      kind === 'request'
        ? client.call('requestBooking', { body: request, ...sent })
        : client.call('placeBooking', { body: placed, token: owner.token, ...sent }),
    );
    const id = reply?.body.data?.id ?? null;
    if (!record(kind, key, id, reply) || id === null) return null;
    const status = kind === 'request' ? 'pending' : 'confirmed';
    const known: Known = { id, pro, email, status, date, busy, uncertain: false };
    journal.bookings.set(id, known);
    return known;
  };

  /** Reserves a booking for one client, changes it, and releases it. */
  const change = async (
    booking: Known | undefined,
    kind: Ask['kind'],
    ask: (sent: { key: string; correlation: string }, booking: Known) => Promise<Reply<object>>,
    done: (booking: Known) => void,
  ): Promise<void> => {
    if (!booking) return void (await book('request'));
    booking.busy = true;
    const key = randomUUID();
    const reply = await persist(() => ask({ key, correlation: key }, booking));
    if (record(kind, key, booking.id, reply)) done(booking);
    if (reply === null) booking.uncertain = true;
    booking.busy = false;
  };

  const idle = (status: Known['status'], also: (booking: Known) => boolean = () => true) => {
    const all = [...journal.bookings.values()].slice(-400);
    const found = all.filter((one) => one.status === status && !one.busy && !one.uncertain && also(one));
    return found.length > 0 ? pick(found) : undefined;
  };

  const linkTo = (email: string): string | null => {
    // The address gets other mails too, after an unanswered attempt has confirmed the booking.
    const mail = mailServer.mails.findLast(
      ({ to, messageId }) => to === email && messageId.includes('.confirmation-request@'),
    );
    return mail ? tokenIn(mail.text) : null;
  };

  const confirm = () =>
    change(
      idle('pending', ({ email }) => linkTo(email) !== null),
      'confirm',
      (sent, { email }) => client.call('confirmBooking', { token: linkTo(email)!, ...sent }),
      (booking) => (booking.status = 'confirmed'),
    );

  const move = () => {
    const date = someTime();
    return change(
      idle('confirmed', (booking) => booking.date !== date),
      'move',
      (sent, { id, pro }) => {
        const { clinic, pro: owner } = practices[pro]!;
        const body = { date, hub_service_id: clinic.offers[0] };
        return client.call('editBooking', { params: { id }, body, token: owner.token, ...sent });
      },
      (booking) => (booking.date = date),
    );
  };

  const cancel = () =>
    change(
      idle('confirmed'),
      'cancel',
      (sent, { id, pro }) =>
        client.call('deleteBooking', { params: { id }, token: practices[pro]!.pro.token, ...sent }),
      (booking) => (booking.status = 'cancelled'),
    );

  const act = (): Promise<unknown> => {
    const kind = random();
    if (kind < 0.35) return book('request');
    if (kind < 0.5) return book('place');
    if (kind < 0.72) return confirm();
    return kind < 0.82 ? move() : cancel();
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await act();
      await delay(breath);
    }
  };

  return {
    start: (count) => {
      working = Promise.all(Array.from({ length: count }, work));
      // `stop` awaits it and reports the failure.
      working.catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await working;
    },
    place: async () => {
      // The time may have been taken by another booking.
      for (let attempt = 1; attempt <= 20; attempt += 1) {
        const booking = await book('place', true);
        if (booking) return booking;
      }
      return null;
    },
  };
};
