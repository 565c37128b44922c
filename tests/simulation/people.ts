import { invite, openClinic, registerPro } from '@visita/command-service/testing/practice';
import { ConnectionLost } from '@visita/command-service/testing/faulty-store';
import { pro } from '@visita/command-service/testing/world';
import type { CallName } from '@visita/contracts/api/table';
import { createZone } from '@visita/contracts/availability/zones';
import { Rejection } from '@visita/contracts/problem';
import type { SeriesPlan } from '@visita/contracts/series/views';
import type { Caller } from '@visita/platform/auth/caller';
import type { createRandom } from '../../bin/seed/random.ts';
import { tokenIn } from '../support/inside.ts';
import type { Scale, Settings } from './facts.ts';
import type { SimulatedProduct } from './product.ts';
import { gatewayName, type SentMail, type SentText } from './servers.ts';

const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;
/** Days ahead for which visits are made. */
export const ahead = 7;

export const zone = createZone('Europe/Rome');

const steps = ['P1D', 'P2D@18:00', 'PT3H', 'P1D@09:00', 'PT26H', 'P3D@20:30', 'PT90M', 'P1D@23:00'];
const channels = ['mail', 'sms', 'sms-else-mail', 'sms-else-mail'];

export type Place = {
  readonly index: number;
  readonly proId: string;
  readonly clinicId: string;
  readonly service: string;
  readonly offer: string;
  /** Local starts at which a visit was booked. */
  readonly booked: Set<string>;
};

/** Settings of the pro at an index. */
export const settingsOf = (index: number): Settings => ({
  mailsQuiet: index % 2 === 0,
  atOnce: index % 4 === 1 || index % 4 === 2,
  surveys: index % 3 !== 2,
  textsPerMonth: 60,
});

/** Opens the clinic of a pro, with a service of 15 minutes. */
export const openPlace = async (product: SimulatedProduct, index: number): Promise<Place> => {
  const username = `pro${index}`;
  const proId = await registerPro(product, username);
  const { clinicId } = await openClinic(product, proId, `Studio ${index}`);
  const short = { clinicId, specializationId: 'acupuncture', price: 40, serviceName: 'Seduta', duration: 15 };
  const { answer } = await product.call('addClinicServices', { body: [short], as: pro(proId) });
  const services = answer.data.map(({ id }) => id);
  const { offers } = await invite(product, { clinicId, services }, { ownerId: proId, username });
  return { index, proId, clinicId, service: services[0]!, offer: offers[0], booked: new Set() };
};

type World = {
  readonly product: SimulatedProduct;
  readonly random: ReturnType<typeof createRandom>;
  readonly scale: Scale;
  /** Plans an act for an instant (epoch ms). */
  at(when: number, run: () => Promise<unknown>): void;
};

/** Creates the acts of patients and staff; `refusals` counts the calls that were refused, by code. */
export const createPeople = ({ product, random, scale, at }: World) => {
  const refusals = new Map<string, number>();
  const chance = (percent: number) => random.below(100) < percent;
  const now = () => product.now().getTime();

  /** Calls as a client does, once more after a crash. Returns null if the call is refused. */
  const call = async (name: CallName, request: Parameters<typeof product.call>[1]) => {
    const id = crypto.randomUUID();
    const once = () => product.call(name, { ...request, id });
    const answer = await once()
      .catch(async (error: unknown) => {
        if (!(error instanceof ConnectionLost)) throw error;
        await product.restart();
        return once();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Rejection)) throw error;
        refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
        return null;
      });
    return (answer?.answer as { data: unknown } | undefined)?.data ?? null;
  };

  /** Returns a local start between 8:00 and 20:30 some days later. */
  const wallIn = (days: number): string => {
    const quarter = 32 + random.below(50);
    const time = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
    return `${zone.dayOf(now() + days * day)}T${time}`;
  };
  const freeWallIn = ({ booked }: Place, days: number): string => {
    let wall = wallIn(days);
    for (let tries = 0; tries < 12 && booked.has(wall); tries += 1) wall = wallIn(days);
    booked.add(wall);
    return wall;
  };
  const often = scale.visitsADay * 6;
  const personOf = ({ index }: Place, number = random.below(often)) => {
    const name = `p${index}x${number}`;
    const phone = `333${String(index * 10_000 + number).padStart(7, '0')}`;
    return { name, email: `${name}@example.com`, prefix: '+39', phone };
  };

  const change = (place: Place, id: string, until: number): void => {
    const as = pro(place.proId);
    const when = now() + random.below(Math.max(1, until - now()));
    const fate = random.below(100);
    if (fate < 8) at(when, () => call('deleteBooking', { params: { id }, as }));
    else if (fate < 18)
      at(when, () => {
        const body = { date: freeWallIn(place, 1 + random.below(5)), hub_service_id: place.offer };
        return call('editBooking', { params: { id }, body, as });
      });
  };
  /** Choices about messages on the patient's own page: texts, or no messages at all. */
  const choose = (bookingId: string): void => {
    const as: Caller = { kind: 'booking', bookingId };
    const fate = random.below(100);
    const body =
      fate < 40 ? { texts: true } : fate < 42 ? { stopped: true } : fate < 44 ? { recalls: false } : null;
    if (body) at(now() + random.below(hour), () => call('setMyMessages', { body, as }));
  };
  const book = async (place: Place, days: number, patient = personOf(place)): Promise<void> => {
    const date = freeWallIn(place, days);
    const body = { booking: { hubServiceId: place.offer, date }, patient };
    const made = (await call('placeBooking', { body, as: pro(place.proId) })) as { id: string } | null;
    if (!made) return;
    change(place, made.id, zone.toMs(date) - hour);
    choose(made.id);
  };
  const wait = async (place: Place): Promise<void> => {
    const [from, until] = [now(), now() + 9 * day].map((instant) => zone.dayOf(instant));
    const weekdays = chance(30) ? [1 + random.below(5)] : [];
    const wish = { clinicId: place.clinicId, clinicServiceId: place.service, from, until, weekdays };
    const body = { ...wish, patient: personOf(place), urgent: chance(10) };
    await call('joinWaitingList', { body, as: pro(place.proId) });
  };
  const editPlan = ({ proId }: Place) => {
    const chosen = steps.filter(() => chance(30)).slice(0, 4);
    const body = (chosen.length > 0 ? chosen : ['P1D']).map((step) => {
      const [before, time = null] = step.split('@');
      return { clinicServiceId: null, before, at: time, channel: random.pick(channels), ask: chance(50) };
    });
    return call('setReminderPlan', { params: { proId }, body, as: pro(proId) });
  };
  /** Repeats a visit each week; a date that is not free becomes its first alternative, or is left out. */
  const repeat = async (place: Place): Promise<void> => {
    const as = pro(place.proId);
    const rule = { first: wallIn(2 + random.below(4)), unit: 'week', every: 1, count: 2 + random.below(5) };
    const asked = { booking: { hubServiceId: place.offer }, repeat: rule };
    const preview = (await call('planSeries', {
      body: { ...asked, preview: true },
      as,
    })) as SeriesPlan | null;
    const decisions = (preview?.visits ?? [])
      .filter(({ decided }) => !decided)
      .map(({ date, alternatives }) => ({ date, use: alternatives[0] ?? null }));
    const body = { ...asked, patient: personOf(place), decisions };
    const series = (await call('planSeries', { body, as })) as { id: string } | null;
    if (!series) return;
    const fate = random.below(10);
    const params = { id: series.id };
    const when = now() + random.below(3 * day);
    if (fate < 2) at(when, () => call('cancelSeries', { params, query: { from: 2 }, as }));
    else if (fate < 4)
      at(when, () => call('moveSeries', { params, body: { from: 2, date: wallIn(8), decisions: [] }, as }));
  };
  /** Books a visit of a person who comes once. */
  const bookOnce = (place: Place, days: number, nth: number) =>
    book(place, days, personOf(place, often + nth));
  /** Invites patients whose last visit was a month ago. */
  const recall = async ({ proId, clinicId }: Place): Promise<void> => {
    const due = `select booking_id as id from read.bookings where pro_id = $1 and status = 'confirmed'
      and starts_at < $2::timestamptz - interval '31 days' and starts_at > $2::timestamptz - interval '60 days'
      order by starts_at limit 5`;
    const { rows } = await product.pool.query<{ id: string }>(due, [proId, product.now()]);
    const body = { clinicId, bookingIds: rows.map(({ id }) => id) };
    if (rows.length > 0) await call('sendRecalls', { body, as: pro(proId) });
  };
  const erase = async ({ proId }: Place): Promise<void> => {
    const ids = 'select patient_id as id from read.patients where pro_id = $1 and not erased order by 1';
    const { rows } = await product.pool.query<{ id: string }>(ids, [proId]);
    if (rows.length === 0) return;
    await call('erasePatient', { params: { patientId: random.pick(rows).id }, as: pro(proId) });
  };
  /** People answer offers after a while: half take, a fifth decline, the others do nothing. */
  const answerOffer = ({ text }: SentMail): void => {
    const fate = random.below(10);
    if (fate >= 7) return;
    at(now() + random.below(100) * minute, async () => {
      // The helper decodes quoted-printable, which the text is not: a token may begin with "3D".
      const token = tokenIn(text.replaceAll('=', '=3D'), 'offer');
      const as = await product.foundation.authenticate('offer-token', token);
      await call('answerOffer', { body: { take: fate < 5 }, as });
    });
  };
  const signed = { url: '', header: () => undefined, raw: '' };
  const receive = (query: Record<string, string>) =>
    call('receiveMessageByGet', { params: { adapter: gatewayName }, query, signed });
  /** The gateway reports most texts, and a few people answer STOP. */
  const answerText = (text: SentText): void => {
    const { id, to, receipts } = text;
    const state = chance(95) ? 'delivered' : 'failed';
    const receipt = Object.fromEntries(new URL(receipts).searchParams);
    if (chance(90))
      at(now() + random.below(hour), async () => {
        await receive({ ...receipt, state });
        text.failed = state === 'failed';
      });
    if (!chance(4)) return;
    at(now() + random.below(hour), async () => {
      const { pool, foundation } = product;
      const owner = 'select pro_id as id from messages.texts where id = $1';
      const [sender] = (await pool.query<{ id: string }>(owner, [id])).rows;
      if (!sender) return;
      const address = foundation.messaging.callbacks.addressOf(gatewayName, { pro: sender.id });
      const query = Object.fromEntries(new URL(address).searchParams);
      await receive({ ...query, from: to, text: 'STOP', id: `stop ${id}` });
    });
  };
  return {
    call,
    chance,
    refusals,
    book,
    bookOnce,
    wait,
    editPlan,
    repeat,
    recall,
    erase,
    answerOffer,
    answerText,
  };
};
export type People = ReturnType<typeof createPeople>;
