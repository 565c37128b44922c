import type { DomainEvent } from '@visita/contracts/events';
import type { OverviewView } from '@visita/contracts/overview/views';
import type { RecallRule } from '@visita/contracts/recall/rules';
import type { DueRecall } from '@visita/contracts/recall/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic, guest, owner, patient, service } = sampleIds;

let world: QueryWorld;
beforeEach(async () => {
  world = await createQueryWorld({ now: '2027-12-01T08:00:00.000Z' });
  await world.given(...sampleClinic, guestAccepts, sample('PatientRegistered'));
});
afterEach(() => world.close());

const rule = (changes: Partial<RecallRule> = {}): RecallRule => ({
  clinicServiceId: null,
  months: 12,
  tag: null,
  treatment: true,
  automatic: false,
  ...changes,
});
const rules = (...given: RecallRule[]) => sample('RecallRulesSet', { rules: given });
const visit = (start: string, changes: Partial<ReturnType<typeof placed>['data']> = {}) =>
  placed({ bookingId: sampleId(4, Number(start.slice(2, 10).replaceAll('-', ''))), start, ...changes });
const placed = (changes: object) => sample('BookingPlaced', { confirmBy: null, ...changes });
const last = visit('2026-11-23T08:00:00.000Z');

const listed = async (caller = owner): Promise<DueRecall[]> => {
  const { data } = await world.ask('getRecalls', { params: { clinicId: clinic }, caller });
  return (data as { due: DueRecall[] }).due;
};
const names = async (caller = owner) => (await listed(caller)).map(({ name, months }) => `${name} ${months}`);

it('a patient whose last visit is long enough ago is listed with it', async () => {
  await world.given(visit('2026-03-02T08:00:00.000Z'), last, rules(rule()));
  expect(await listed()).toEqual([
    {
      booking_id: last.data.bookingId,
      pro_id: owner,
      professional: 'Anna Rossi',
      patient_id: patient,
      name: 'Carla Verdi',
      prefix: '+39',
      phone: '3330001111',
      service: last.data.service.serviceName,
      last_visit: '2026-11-23T09:00:00+01:00',
      months: 12,
      treatment: true,
      reachable: true,
      invited: null,
      not_sent: null,
    },
  ]);
});

it.each<[string, readonly DomainEvent[], RecallRule, string?]>([
  ['too early', [last], rule({ months: 13 })],
  ['longer ago than the list looks back', [last], rule({ months: 1 }), '2027-12-24T08:00:00.000Z'],
  ['a visit ahead', [last, visit('2027-12-20T08:00:00.000Z')], rule()],
  ['a later visit', [last, visit('2027-06-20T08:00:00.000Z')], rule()],
  ['another service', [last], rule({ clinicServiceId: `${clinic}.service2` })],
  ['without the tag', [last], rule({ tag: 'recall' })],
  ['missed', [last, sample('BookingMissed', { bookingId: last.data.bookingId })], rule()],
  ['cancelled', [last, sample('BookingCancelled', { bookingId: last.data.bookingId })], rule()],
  ['restricted', [last, sample('PatientRestricted')], rule()],
  ['suspended', [last, sample('OnlineBookingSuspended')], rule()],
  ['erased', [last, sample('PatientErasureRequested')], rule()],
  ['merged', [last, sample('PatientsMerged', { absorbedId: patient, keptId: sampleId(5, 7) })], rule()],
  ['dead', [last, sample('PatientTagsSet', { tags: ['Deceduto'] })], rule()],
  ['no invitations', [last, sample('PatientMessagesChosen', { stopped: false, recalls: false })], rule()],
  ['no messages', [last, sample('PatientMessagesChosen', { stopped: true, recalls: true })], rule()],
])('a patient is not listed: %s', async (_, events, one, now) => {
  if (now) world.setNow(now);
  await world.given(...events, rules(one));
  expect(await names()).toEqual([]);
});

it('the first rule that fits counts, by service and tag', async () => {
  const tagged = sample('PatientTagsSet', { tags: ['Recall'] });
  await world.given(last, tagged, rules(rule({ months: 24 }), rule({ months: 9, tag: 'recall' })));
  expect(await names()).toEqual(['Carla Verdi 9']);
  await world.given(rules(rule({ clinicServiceId: service, months: 10 }), rule()));
  expect(await names()).toEqual(['Carla Verdi 10']);
  await world.given(rules());
  expect(await names()).toEqual([]);
});

it('a rule for a service counts visits of that service, even after a visit of another one', async () => {
  const other = { ...last.data.service, clinicServiceId: `${clinic}.service2` };
  await world.given(last, visit('2027-06-20T08:00:00.000Z', { service: other }));
  await world.given(rules(rule({ clinicServiceId: service })));
  expect(await names()).toEqual(['Carla Verdi 12']);
});

it('an invitation shows until it ends', async () => {
  await world.given(last, rules(rule()));
  await world.given(sample('RecallMade', { until: '2028-01-30T08:00:00.000Z' }));
  expect(await listed()).toMatchObject([{ invited: '2027-12-01T08:00:00.000Z' }]);
  await world.given(sample('RecallEnded', { reason: 'not-sent' }));
  const at = '2027-12-01T08:00:00.000Z';
  expect(await listed()).toMatchObject([{ invited: null, not_sent: { at, reason: 'other' } }]);
  await world.given(sample('RecallEnded', { reason: 'not-sent', unsent: 'limit' }));
  expect(await listed()).toMatchObject([{ invited: null, not_sent: { at, reason: 'limit' } }]);
});

it('a patient with a responsible person is reached by that person, unless they want no invitations', async () => {
  const parent = sampleIds.parent;
  await world.given(
    last,
    rules(rule()),
    sample('PatientRegistered', { patientId: parent, email: 'mamma@example.com' }),
    sample('PatientPlacedUnder', { responsibleId: parent, relation: 'child' }),
  );
  expect(await listed()).toMatchObject([{ name: 'Carla Verdi', reachable: true }]);
  await world.given(sample('PatientMessagesChosen', { patientId: parent, stopped: false, recalls: false }));
  expect(await listed()).toEqual([]);
});

it('a guest sees the patients of their own rules only', async () => {
  await world.given(last, rules(rule()));
  expect(await names(guest)).toEqual([]);
  expect(await names(owner)).toHaveLength(1);
});

it('the overview counts who was invited and who booked, without invitations that were not sent', async () => {
  const recall = (number: number, ended?: 'booked' | 'not-sent') => {
    const recallId = sampleId(12, number);
    const made = sample('RecallMade', { recallId });
    return ended ? [made, sample('RecallEnded', { recallId, reason: ended })] : [made];
  };
  await world.given(...recall(1), ...recall(2, 'booked'), ...recall(3, 'not-sent'));
  const counts = async (from: string, to: string) => {
    const asked = { params: { proId: owner }, query: { from, to }, caller: owner };
    return ((await world.ask('getProOverview', asked)).data as OverviewView).recalls;
  };
  expect(await counts('2027-11-01', '2027-12-01')).toEqual({ invited: 2, booked: 1 });
  expect(await counts('2027-11-01', '2027-11-30')).toEqual({ invited: 0, booked: 0 });
});
