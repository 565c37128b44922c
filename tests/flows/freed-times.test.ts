import { bookingOf, openPractice, type Practice } from '@visita/command-service/testing/practice';
import { pro } from '@visita/command-service/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProduct, type SimulatedProduct } from '../simulation/product.ts';

let product: SimulatedProduct;
let practice: Practice;
beforeAll(async () => {
  product = await openProduct('2026-11-20T09:00:00.000Z');
  practice = await openPractice(product);
}, 120_000);
afterAll(() => product.close());

const as = () => pro(practice.ownerId);
const idOf = ({ answer }: { answer: { data: { id: string } } }): string => answer.data.id;
const stretch = (day: string) => ({
  title: 'Assente',
  starting_date: `${day}T00:00`,
  ending_date: `${day}T23:59`,
});
const hours = (date: string, ending_hour: string) =>
  product.call('setDayHours', {
    params: { id: practice.hubId },
    body: { days: [{ date, windows: [{ starting_hour: '08:00', ending_hour }] }] },
    as: as(),
  });
const visit = async (day: string, more: object = {}): Promise<string> => {
  const { booking, patient } = bookingOf(practice.offers[0], `${day}T10:00`, `visit${day}`);
  return idOf(
    await product.call('placeBooking', { body: { booking: { ...booking, ...more }, patient }, as: as() }),
  );
};
const block = async (day: string): Promise<string> => {
  const body = { hub_id: practice.hubId, starting_date: `${day}T10:00`, ending_date: `${day}T11:00` };
  return idOf(await product.call('blockTime', { body, as: as() }));
};
const edit = (id: string, day: string, hub_service_ids: string[]) => {
  const [hub_service_id] = practice.offers;
  const body = { date: day, hub_service_id, hub_service_ids };
  return product.call('editBooking', { params: { id }, body, as: as() });
};

/** Takes 10:00 to 11:00 of a day, and returns a function that frees it. */
type Way = (day: string) => Promise<() => Promise<unknown>>;

const ways: Readonly<Record<string, Way>> = {
  'a cancelled visit': async (day) => {
    const id = await visit(day, { hubServiceIds: practice.offers });
    return () => product.call('deleteBooking', { params: { id }, as: as() });
  },
  'a moved visit': async (day) => {
    const id = await visit(day, { hubServiceIds: practice.offers });
    return () => edit(id, `${day}T16:00`, practice.offers);
  },
  'a shortened visit': async (day) => {
    const id = await visit(day, { hubServiceIds: practice.offers });
    return () => edit(id, `${day}T10:00`, [practice.offers[0]]);
  },
  'an expired hold': async (day) => {
    const { clinicId, offers } = practice;
    const contactInfo = { name: 'Olga', email: `o${day}@example.com`, prefix: '+39', phone: '3330009999' };
    const date = `${day}T10:30`;
    const body = {
      clinicId,
      serviceHubId: offers[0],
      date,
      contactInfo: { ...contactInfo, patientNotes: '', privacyPolicy: true },
    };
    await product.call('requestBooking', { body });
    return () => product.clock.set(new Date(product.now().getTime() + 61 * 60_000));
  },
  'a removed block': async (day) => {
    const id = await block(day);
    return () => product.call('unblockTime', { params: { id }, as: as() });
  },
  'a shortened block': async (day) => {
    const id = await block(day);
    const body = { starting_date: `${day}T10:00`, ending_date: `${day}T10:15` };
    return () => product.call('editBlock', { params: { id }, body, as: as() });
  },
  'longer hours': async (day) => {
    await hours(day, '10:00');
    return () => hours(day, '12:00');
  },
  'a withdrawn closing': async (day) => {
    const body = { ...stretch(day), clinic_id: practice.clinicId, type: 'closing' as const };
    const id = idOf(await product.call('planClosing', { body, as: as() }));
    return () => product.call('cancelClosing', { params: { id }, as: as() });
  },
  'a withdrawn vacation': async (day) => {
    const body = { ...stretch(day), hub_id: practice.hubId, type: 'vacation' as const };
    const id = idOf(await product.call('planVacation', { body, as: as() }));
    return () => product.call('cancelVacation', { params: { id }, as: as() });
  },
};

/** Each way has a day of its own, so that one freed time suits one person. */
const cases = Object.entries(ways).map(([name, take], index) => ({
  name,
  take,
  day: `2026-11-${String(21 + index).padStart(2, '0')}`,
}));

it.each(cases)('$name frees time that is offered to the person who waits', async ({ take, day }) => {
  const free = await take(day);
  const email = `waits${day}@example.com`;
  const patient = { name: 'Ivo', email, prefix: '+39', phone: '3330001111' };
  const wish = { fromTime: '10:30', toTime: '10:30', from: day, until: day };
  const { clinicId, services } = practice;
  await product.call('joinWaitingList', {
    body: { clinicId, clinicServiceId: services[0], ...wish, patient },
    as: as(),
  });
  await product.look();
  const offered = () => product.sent.filter(({ to, text }) => to === email && text.includes('/offer'));
  expect(offered()).toEqual([]);
  await free();
  await product.look();
  await product.look();
  expect(offered()).toHaveLength(1);
  expect(offered()[0]?.text).toContain('10:30');
});
