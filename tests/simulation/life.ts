import type { Caller } from '@visita/platform/auth/caller';
import { ConnectionLost } from '@visita/command-service/testing/faulty-store';
import { invite, openClinic, registerPro } from '@visita/command-service/testing/practice';
import { pro } from '@visita/command-service/testing/world';
import type { CallName } from '@visita/contracts/api/table';
import { createZone } from '@visita/contracts/availability/zones';
import { Rejection } from '@visita/contracts/problem';
import { createRandom } from '../../bin/seed/random.ts';
import type { Scale, Settings } from './facts.ts';
import type { SentMail, SimulatedProduct } from './product.ts';
import { tokenIn } from '../support/inside.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Days ahead for which visits are made. */
const ahead = 7;

const zone = createZone('Europe/Rome');

const plans = ['P1D', 'P2D@18:00', 'PT3H', 'P1D@09:00', 'PT26H', 'P3D@20:30', 'PT90M', 'P1D@23:00'];

type Place = { proId: string; clinicId: string; services: string[]; offer: string };
type Act = { readonly at: number; readonly run: () => Promise<unknown> };

/** Opens the clinics of a simulation; every second pro keeps quiet hours for mails, every third asks all at once. */
const openPractices = async (product: SimulatedProduct, pros: number): Promise<Place[]> => {
  const places: Place[] = [];
  for (let index = 0; index < pros; index += 1) {
    const username = `pro${index}`;
    const proId = await registerPro(product, username);
    const clinic = await openClinic(product, proId, `Studio ${index}`);
    const { offers } = await invite(product, clinic, { ownerId: proId, username });
    places.push({ proId, ...clinic, offer: offers[0] });
  }
  return places;
};

/** Settings of the pro at an index. */
export const settingsOf = (index: number): Settings => ({
  mailsQuiet: index % 2 === 0,
  atOnce: index % 3 === 2,
});

/** Lives the days of some practices: visits, moves, cancellations, people who wait, outages and crashes. */
export const live = async (product: SimulatedProduct, scale: Scale) => {
  const random = createRandom(scale.seed);
  const places = await openPractices(product, scale.pros);
  const start = product.now().getTime();
  const end = start + scale.days * day;
  const acts: Act[] = [];
  const looks: string[] = [];
  const refusals = new Map<string, number>();
  let answered = 0;

  const chance = (percent: number) => random.below(100) < percent;
  const at = (when: number, run: Act['run']) => void acts.push({ at: when, run });
  /** Calls as a client does, once more after a crash; counts refusals. */
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
    return (answer?.answer as { data: { id: string } } | undefined)?.data ?? null;
  };
  const wallAt = (from: number, days: number): string => {
    const half = 16 + random.below(26);
    const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
    return `${zone.dayOf(from + days * day)}T${time}`;
  };
  const personAt = (index: number) => {
    const name = `p${index}x${random.below(scale.visitsADay * 4)}`;
    return { name, email: `${name}@example.com`, prefix: '+39', phone: '3330001111' };
  };

  const change = (place: Place, id: string, from: number, until: number): void => {
    const as = pro(place.proId);
    const when = from + random.below(Math.max(1, until - from));
    const fate = random.below(100);
    if (fate < 8) at(when, () => call('deleteBooking', { params: { id }, as }));
    else if (fate < 18)
      at(when, () => {
        const body = { date: wallAt(when, 1 + random.below(5)), hub_service_id: place.offer };
        return call('editBooking', { params: { id }, body, as });
      });
  };
  const book = async (place: Place, index: number, days: number): Promise<void> => {
    const now = product.now().getTime();
    const date = wallAt(now, days);
    const body = { booking: { hubServiceId: place.offer, date }, patient: personAt(index) };
    const made = await call('placeBooking', { body, as: pro(place.proId) });
    if (!made) return;
    change(place, made.id, now, zone.toMs(date) - hour);
    const patient: Caller = { kind: 'booking', bookingId: made.id };
    if (chance(2))
      at(now + random.below(2 * day), () => call('setMyMessages', { body: { stopped: true }, as: patient }));
  };
  const wait = async (place: Place, index: number): Promise<void> => {
    const { clinicId, services, proId } = place;
    const today = zone.dayOf(product.now().getTime());
    const wish = { clinicId, clinicServiceId: services[0], from: today };
    const weekdays = chance(30) ? [1 + random.below(5)] : [];
    const body = { ...wish, weekdays, patient: personAt(index), urgent: chance(10) };
    await call('joinWaitingList', { body, as: pro(proId) });
  };
  const editPlan = (place: Place) => {
    const steps = plans.filter(() => chance(30)).slice(0, 4);
    const body = (steps.length > 0 ? steps : ['P1D']).map((step) => {
      const [before, time = null] = step.split('@');
      return { clinicServiceId: null, before, at: time, channel: 'mail', ask: chance(50) };
    });
    return call('setReminderPlan', { params: { proId: place.proId }, body, as: pro(place.proId) });
  };
  const erase = async (place: Place): Promise<void> => {
    const ids = 'select patient_id as id from read.patients where pro_id = $1 and not erased order by 1';
    const { rows } = await product.pool.query<{ id: string }>(ids, [place.proId]);
    if (rows.length === 0) return;
    const { id } = random.pick(rows);
    await call('erasePatient', { params: { patientId: id }, as: pro(place.proId) });
  };
  /** People answer offers after a while: half take, a fifth decline, the others do nothing. */
  const answer = ({ text }: SentMail, now: number): void => {
    const fate = random.below(10);
    if (fate >= 7) return;
    at(now + random.below(100) * minute, async () => {
      const caller = await product.foundation.authenticate('offer-token', tokenIn(text, 'offer'));
      await call('answerOffer', { body: { take: fate < 5 }, as: caller });
    });
  };
  const crash = (when: number): void => {
    at(when, async () => {
      const kind = random.below(4);
      if (kind === 0) product.dieAtNextMail('before');
      else if (kind === 1) product.dieAtNextMail('after');
      else {
        if (chance(50)) product.loseJobs();
        const nth = 1 + random.below(12);
        await product.restart({ nth, when: kind === 2 ? 'before' : 'after', how: 'crash' });
      }
    });
  };
  const planDay = (morning: number): void => {
    for (const [index, place] of places.entries()) {
      for (let visit = 0; visit < scale.visitsADay; visit += 1)
        at(morning + random.below(10 * hour), () => book(place, index, ahead - random.below(3)));
      for (let person = 0; person < scale.waitingADay; person += 1)
        at(morning + random.below(10 * hour), () => wait(place, index));
    }
    if (chance(scale.erasures * 100)) at(morning + random.below(10 * hour), () => erase(random.pick(places)));
    if (chance(25)) {
      const from = morning + random.below(day);
      at(from, async () => product.setDown(true));
      at(from + 2 * hour + random.below(22 * hour), async () => product.setDown(false));
    }
  };

  for (const [index, place] of places.entries()) {
    const as = pro(place.proId);
    const params = { proId: place.proId };
    const quietHours = { from: '21:00', until: '08:00', mails: settingsOf(index).mailsQuiet };
    const plain = { provider: null, textsPerMonth: null, plainLetters: false, serviceInTexts: false };
    await call('setMessageSettings', { params, body: { ...plain, sender: null, quietHours }, as });
    const body = { offersAtOnce: settingsOf(index).atOnce };
    await call('updateOptions', { params: { id: place.proId }, body, as });
    await editPlan(place);
    for (let days = 1; days < ahead - 2; days += 1)
      for (let visit = 0; visit < scale.visitsADay; visit += 1) await book(place, index, days);
  }
  for (let kill = 0; kill < scale.kills; kill += 1) crash(start + random.below(end - start));
  for (let morning = start; morning < end; morning += day) planDay(morning);
  for (let week = start + 3 * day; week < end; week += 7 * day)
    for (const place of places) at(week + random.below(day), () => editPlan(place));

  const tick = async (now: number): Promise<void> => {
    await product.clock.set(new Date(now));
    const due = acts.filter((act) => act.at <= now).toSorted((one, other) => one.at - other.at);
    for (const act of due) {
      acts.splice(acts.indexOf(act), 1);
      await act.run();
    }
    await product.look();
    looks.push(new Date(now).toISOString());
    for (const mail of product.sent.slice(answered)) if (mail.template === 'time-offered') answer(mail, now);
    answered = product.sent.length;
  };
  for (let now = start; now < end;) {
    await tick(now);
    const local = Number(zone.wallOf(now).slice(11, 13));
    now += (local >= 7 && local < 22 ? 15 : 60) * minute;
  }
  // Messages that wait for the mail server or for the end of quiet hours leave in one more day.
  product.setDown(false);
  for (let now = end; now < end + day; now += hour) await tick(now);
  return { places, looks, refusals };
};
