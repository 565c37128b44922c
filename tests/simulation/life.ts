import { pro } from '@visita/command-service/testing/world';
import { createRandom } from '../../bin/seed/random.ts';
import type { Scale } from './facts.ts';
import { ahead, createPeople, day, openPlace, type People, type Place, settingsOf, zone } from './people.ts';
import type { SimulatedProduct } from './product.ts';
import { gatewayName } from './servers.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Acts that are planned for an instant (epoch ms). An act that fails is kept as a problem, and life goes on. */
const createAgenda = () => {
  const problems: string[] = [];
  let acts: { readonly at: number; readonly run: () => Promise<unknown> }[] = [];
  const act = ({ at, run }: (typeof acts)[number]) =>
    run().catch((error: unknown) => problems.push(`at ${new Date(at).toISOString()}: ${String(error)}`));
  return {
    problems,
    at: (at: number, run: () => Promise<unknown>) => void acts.push({ at, run }),
    runUntil: async (now: number): Promise<void> => {
      const due = acts.filter((act) => act.at <= now).toSorted((one, other) => one.at - other.at);
      acts = acts.filter((act) => act.at > now);
      for (const one of due) await act(one);
    },
  };
};

/** Chooses the settings of a pro, who gets a plan and rules of recalls. */
const settle = async (people: People, place: Place): Promise<void> => {
  const { index, proId } = place;
  const as = pro(proId);
  const params = { proId };
  const { mailsQuiet, atOnce, surveys, textsPerMonth } = settingsOf(index);
  const quietHours = { from: '21:00', until: '08:00', mails: mailsQuiet };
  const texts = { provider: gatewayName, textsPerMonth, plainLetters: false, serviceInTexts: false };
  const body = { ...texts, sender: null, quietHours, surveyMails: surveys };
  await people.call('setMessageSettings', { params, body, as });
  await people.call('updateOptions', { params: { id: proId }, body: { offersAtOnce: atOnce }, as });
  const rule = { clinicServiceId: null, months: 1, tag: null, treatment: true, automatic: index % 2 === 1 };
  await people.call('setRecallRules', { params, body: [rule], as });
  await people.editPlan(place);
};

/**
 * Lives the days of some practices: visits, people who wait, texts, series, recalls, outages and crashes. Calls
 * `onDay` at the beginning of each day.
 */
export const live = async (product: SimulatedProduct, scale: Scale, onDay: (nth: number) => void) => {
  const random = createRandom(scale.seed);
  const agenda = createAgenda();
  const people = createPeople({ product, random, scale, at: agenda.at });
  const looks: string[] = [];
  const start = product.now().getTime();
  const end = start + scale.days * day;
  let [mailsRead, textsRead] = [0, 0];

  const crash = async (): Promise<void> => {
    const kind = random.below(6);
    if (kind < 2) product.servers.dieAtNext('mail', kind === 0 ? 'before' : 'after');
    else if (kind < 4) product.servers.dieAtNext('sms', kind === 2 ? 'before' : 'after');
    else {
      if (people.chance(50)) product.loseJobs();
      const nth = 1 + random.below(12);
      await product.restart({ nth, when: kind === 4 ? 'before' : 'after', how: 'crash' });
    }
  };
  const outage = (by: 'mail' | 'sms', morning: number): void => {
    const from = morning + random.below(day);
    agenda.at(from, async () => product.servers.setDown(by, true));
    agenda.at(from + 2 * hour + random.below(22 * hour), async () => product.servers.setDown(by, false));
  };
  const planDay = (places: readonly Place[], nth: number): void => {
    const morning = start + nth * day;
    const often = (times: number, run: () => Promise<unknown>): void => {
      for (let time = 0; time < times; time += 1) agenda.at(morning + random.below(10 * hour), run);
    };
    for (const place of places) {
      often(scale.visitsADay, () => people.book(place, ahead - random.below(3)));
      often(scale.waitingADay, () => people.wait(place));
      const weekday = (nth + place.index) % 7;
      if (weekday === 3) often(1, () => people.editPlan(place));
      if (weekday === 1 || weekday === 4) often(1, () => people.repeat(place));
      if (weekday === 2 && !(place.index % 2)) often(1, () => people.recall(place));
    }
    often(scale.erasures, () => people.erase(random.pick(places)));
    if (people.chance(25)) outage('mail', morning);
    if (people.chance(25)) outage('sms', morning);
  };

  const tick = async (now: number): Promise<void> => {
    await product.clock.set(new Date(now));
    await agenda.runUntil(now);
    await product.look();
    looks.push(new Date(now).toISOString());
    const { mails, texts } = product.servers;
    for (const mail of mails.slice(mailsRead)) {
      if (mail.template === 'time-offered') people.answerOffer(mail);
      mail.text = '';
    }
    for (const text of texts.slice(textsRead)) people.answerText(text);
    [mailsRead, textsRead] = [mails.length, texts.length];
  };

  const places: Place[] = [];
  // Visits of the month before, whose patients are invited to a next one.
  await product.clock.set(new Date(start - 45 * day));
  for (let index = 0; index < scale.pros; index += 1) {
    const place = await openPlace(product, index);
    places.push(place);
    for (let visit = 0; visit < 8; visit += 1) await people.bookOnce(place, 5, visit);
  }
  await product.look();
  await product.clock.set(new Date(start));
  for (const place of places) {
    await settle(people, place);
    for (let days = 1; days < ahead - 2; days += 1)
      for (let visit = 0; visit < scale.visitsADay; visit += 1) await people.book(place, days);
  }
  for (let kill = 0; kill < scale.kills; kill += 1) agenda.at(start + random.below(end - start), crash);
  let planned = 0;
  const began = performance.now();
  let now = start;
  while (now < end && performance.now() - began < (scale.hours ?? Infinity) * hour) {
    for (; start + planned * day <= now; planned += 1) {
      onDay(planned);
      planDay(places, planned);
    }
    await tick(now);
    const local = Number(zone.wallOf(now).slice(11, 13));
    now += (local >= 7 && local < 22 ? 15 : 60) * minute;
  }
  // Messages that wait for a server or for the end of quiet hours leave in one more day.
  product.servers.setDown('mail', false);
  product.servers.setDown('sms', false);
  for (const last = now; now < last + day; now += hour) await tick(now);
  return { places, looks, refusals: people.refusals, days: planned, failed: agenda.problems };
};
