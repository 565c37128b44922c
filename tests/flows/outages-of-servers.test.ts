import { bookingOf, openPractice, type Practice } from '@visita/command-service/testing/practice';
import { pro } from '@visita/command-service/testing/world';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openProduct, type SimulatedProduct } from '../simulation/product.ts';
import { gatewayName } from '../simulation/servers.ts';

let product: SimulatedProduct;
let practice: Practice;
let bookingId: string;

const patient = () => ({ kind: 'booking', bookingId }) as const;
const goTo = async (time: string): Promise<void> => {
  await product.clock.set(new Date(`2026-11-${time}:00.000Z`));
  await product.look();
};
const stateOf = async () => {
  const sql = "select state, reason, sent_by as by from notifier.planned where purpose = 'reminder'";
  return (await product.pool.query(sql)).rows[0];
};

/** Books a visit for Tuesday, 10:00 in Rome, whose text is due on Monday at 20:30 while the gateway is down. */
beforeEach(async () => {
  product = await openProduct('2026-11-20T09:00:00.000Z');
  onTestFinished(() => product.close());
  practice = await openPractice(product);
  const { ownerId, offers } = practice;
  const as = pro(ownerId);
  const params = { proId: ownerId };
  const quietHours = { from: '21:00', until: '08:00', mails: false };
  const texts = { provider: gatewayName, sender: null, textsPerMonth: 10, plainLetters: false };
  await product.call('setMessageSettings', {
    params,
    body: { ...texts, quietHours, serviceInTexts: false },
    as,
  });
  const step = { clinicServiceId: null, before: 'P1D', at: '20:30', channel: 'sms-else-mail', ask: false };
  await product.call('setReminderPlan', { params, body: [step], as });
  const placed = await product.call('placeBooking', { body: bookingOf(offers[0], '2026-11-24T10:00'), as });
  bookingId = placed.answer.data.id;
  await product.look();
  await product.call('setMyMessages', { body: { texts: true }, as: patient() });
  product.servers.setDown('sms', true);
  await goTo('23T19:30');
  await goTo('23T19:45');
});

it('a text waits for the end of the quiet hours when the gateway answers within them', async () => {
  product.servers.setDown('sms', false);
  for (const time of ['23T20:30', '24T01:00', '24T06:45']) await goTo(time);
  expect(product.servers.texts).toEqual([]);
  for (const time of ['24T07:00', '24T07:15']) await goTo(time);
  expect(product.servers.texts).toMatchObject([{ to: '+393330001111', at: '2026-11-24T07:00:00.000Z' }]);
  expect(await stateOf()).toMatchObject({ state: 'sent', by: 'sms' });
});

it('a text becomes a mail if the person answered STOP while it waited', async () => {
  await product.call('setMyMessages', { body: { texts: false }, as: patient() });
  product.servers.setDown('sms', false);
  for (const time of ['24T07:00', '24T07:15']) await goTo(time);
  expect(product.servers.texts).toEqual([]);
  expect(await stateOf()).toMatchObject({ state: 'sent', by: 'mail' });
});

it('a text is dropped as late if the gateway does not answer before the visit', async () => {
  for (const time of ['24T07:00', '24T08:00', '24T09:00', '24T09:15']) await goTo(time);
  expect(product.servers.texts).toEqual([]);
  expect(await stateOf()).toMatchObject({ state: 'dropped', reason: 'late' });
});

it('mails that waited for their server are decided once more, and sent once', async () => {
  const as = pro(practice.ownerId);
  for (let visit = 0; visit < 9; visit += 1) {
    const body = bookingOf(practice.offers[0], `2026-11-25T${10 + visit}:00`, `person${visit}`);
    await product.call('placeBooking', { body, as });
  }
  await product.look();
  product.sent.length = 0;
  product.servers.setDown('mail', true);
  await goTo('24T19:30');
  product.servers.setDown('mail', false);
  for (const time of ['24T19:35', '24T19:40']) await goTo(time);
  const reminders = product.sent.filter(({ template }) => template === 'planned-reminder');
  expect(new Set(reminders.map(({ to }) => to)).size).toBe(9);
  expect(reminders).toHaveLength(9);
});
