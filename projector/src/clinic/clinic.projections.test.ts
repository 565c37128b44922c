import { detailsOf, storedDetails } from '@visita/contracts/clinic/events';
import { sample, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubsProjection } from '../hub/hubs.projection.ts';
import { hubAvailabilities, hubDayHours, hubServices, vacations } from '@visita/read-model/hub/tables';
import { createGiven } from '../../testing/given.ts';
import { clinicsProjection } from './clinics.projection.ts';
import { clinics, clinicServices, closings, hubs } from '@visita/read-model/clinic/tables';
import { teamProjection } from './team.projection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const { clinic: clinicId, owner: proId, ownerHub: hubId, service: clinicServiceId } = sampleIds;

describe('clinics', () => {
  const given = createGiven(() => database, clinicsProjection);
  const opened = sample('ClinicOpened');

  test('an archived clinic keeps its row', async () => {
    const archived = { type: 'ClinicArchived', data: { clinicId } } as const;
    expect(await given(opened, archived).thenRows(clinics)).toMatchObject([
      { name: 'Studio Roma', timezone: 'Europe/Rome', status: 'archived', online_booking: true },
    ]);
  });

  test('an erased clinic keeps its province and closing date, without names', async () => {
    const details = storedDetails({ ...detailsOf(opened.data), directions: 'Secondo piano' });
    const directed = { type: 'ClinicDetailsChanged', data: { clinicId, ...details } } as const;
    expect(await given(opened, directed).thenRows(clinics)).toMatchObject([{ directions: 'Secondo piano' }]);
    const events = [opened, directed, sample('ClosingPlanned'), sample('ClinicErased')] as const;
    const nameless = { name: '', city: '', address: '', postal_code: '', directions: '' };
    expect(await given(...events).thenRows(clinics)).toMatchObject([
      { ...nameless, province_id: 'IT-RM', timezone: 'Europe/Rome' },
    ]);
    expect(await given(...events).thenRows(closings)).toMatchObject([
      { title: '', starting_date: '2026-12-07T00:00' },
    ]);
  });

  test('details and the switch change independently', async () => {
    const details = storedDetails({ ...detailsOf(opened.data), city: 'Ostia' });
    const changed = { type: 'ClinicDetailsChanged', data: { clinicId, ...details } } as const;
    const off = { type: 'OnlineBookingSwitched', data: { clinicId, onlineBooking: false } } as const;
    const rows = await given(opened, changed, off).thenRows(clinics);
    expect(rows).toMatchObject([{ city: 'Ostia', online_booking: false, status: 'active' }]);
  });

  test('remembers whether the owner chose to share patients', async () => {
    const [shared, unshared] = [sample('PatientsShared'), sample('PatientsUnshared')];
    expect(await given(opened).thenRows(clinics)).toMatchObject([{ patients_shared: null }]);
    expect(await given(opened, shared).thenRows(clinics)).toMatchObject([{ patients_shared: true }]);
    expect(await given(opened, shared, unshared).thenRows(clinics)).toMatchObject([
      { patients_shared: false },
    ]);
  });

  test('requires a second factor until it is switched off', async () => {
    const [asked, waived] = [sample('SecondFactorAsked'), sample('SecondFactorWaived')];
    expect(await given(opened).thenRows(clinics)).toMatchObject([{ second_factor: false }]);
    expect(await given(opened, asked).thenRows(clinics)).toMatchObject([{ second_factor: true }]);
    expect(await given(opened, asked, waived).thenRows(clinics)).toMatchObject([{ second_factor: false }]);
  });

  test('a withdrawn service remains as not activated', async () => {
    const archived = { type: 'ClinicServiceArchived', data: { clinicId, clinicServiceId } } as const;
    const rows = await given(sample('ClinicServiceAdded'), archived).thenRows(clinicServices);
    expect(rows).toMatchObject([{ service_name: 'Visita', price_cents: 8_000, activated: false }]);
  });

  test('a changed service shows its present terms, with neutral defaults for missing fields', async () => {
    const added = sample('ClinicServiceAdded');
    const changed = sample('ClinicServiceChanged');
    expect(await given(added).thenRows(clinicServices)).toMatchObject([
      { duration: 30, step_minutes: null, buffer_after: 0, notice_hours: 0, bookable_by: 'everyone' },
    ]);
    expect(await given(added, changed).thenRows(clinicServices)).toMatchObject([
      { service_name: 'Visita lunga', duration: 45, buffer_before: 0, buffer_after: 10, activated: true },
    ]);
  });

  test('a cancelled closing is removed', async () => {
    const planned = sample('ClosingPlanned');
    const { closingId } = planned.data;
    expect(await given(planned).thenRows(closings)).toMatchObject([
      { starting_date: '2026-12-07T00:00', starts_at: '2026-12-06T23:00:00+00:00' },
    ]);
    const cancelled = { type: 'ClosingCancelled', data: { clinicId, closingId } } as const;
    expect(await given(planned, cancelled).thenRows(closings)).toEqual([]);
  });
});

describe('team', () => {
  const given = createGiven(() => database, teamProjection);
  const invited = sample('CollaboratorInvited', { status: 'pending', role: 'guest' });

  test.each([
    [{ type: 'CollaborationAccepted', data: { clinicId, hubId } }, 'active'],
    [{ type: 'CollaborationRejected', data: { clinicId, hubId } }, 'rejected'],
    [{ type: 'CollaboratorPaused', data: { clinicId, hubId } }, 'paused'],
    [{ type: 'CollaboratorStopped', data: { clinicId, hubId } }, 'stop'],
    [{ type: 'CollaboratorActivated', data: { clinicId, hubId } }, 'active'],
    [{ type: 'CollaboratorArchived', data: { clinicId, hubId, proId } }, 'archived'],
  ] as const)('$0.type', async (event, status) => {
    expect(await given(invited, event).thenRows(hubs)).toMatchObject([{ status, role: 'guest' }]);
  });

  test('the role changes, the state stays', async () => {
    const manager = { type: 'CollaboratorRoleChanged', data: { clinicId, hubId, role: 'manager' } } as const;
    expect(await given(invited, manager).thenRows(hubs)).toMatchObject([
      { status: 'pending', role: 'manager' },
    ]);
  });
});

describe('hubs', () => {
  const given = createGiven(() => database, hubsProjection);
  const hub = { hubId, clinicId, proId };

  test('availabilities are added and removed', async () => {
    const added = sample('AvailabilityAdded');
    const { availabilityId } = added.data.availability;
    expect(await given(added).thenRows(hubAvailabilities)).toMatchObject([
      { working_day: 1, starting_hour: '09:00', ending_hour: '12:00' },
    ]);
    const removed = { type: 'AvailabilityRemoved', data: { ...hub, availabilityId } } as const;
    expect(await given(added, removed).thenRows(hubAvailabilities)).toEqual([]);
  });

  test('hours of single dates are added and removed', async () => {
    const set = sample('DayHoursSet');
    expect(await given(set).thenRows(hubDayHours)).toMatchObject([
      { hub_id: hubId, date: '2026-12-24', windows: '[{"startingHour":"09:00","endingHour":"12:00"}]' },
    ]);
    expect(await given(set, sample('DayHoursCleared')).thenRows(hubDayHours)).toEqual([]);
  });

  test('services are offered, withdrawn and offered again', async () => {
    const offered = sample('HubServiceOffered');
    const withdrawn = { type: 'HubServiceWithdrawn', data: offered.data } as const;
    expect(await given(offered, withdrawn).thenRows(hubServices)).toEqual([]);
    expect(await given(offered, withdrawn, offered).thenRows(hubServices)).toMatchObject([
      { clinic_service_id: clinicServiceId },
    ]);
  });

  test('own terms of a service are added and removed, until it is withdrawn', async () => {
    const offered = sample('HubServiceOffered');
    const set = sample('HubServiceTermsSet');
    const givenUp = sample('HubServiceTermsSet', { own: {} });
    const theClinics = { own_duration: null, own_price_cents: null };
    expect(await given(offered).thenRows(hubServices)).toMatchObject([theClinics]);
    expect(await given(offered, set).thenRows(hubServices)).toMatchObject([
      { own_duration: 40, own_price_cents: 9_550 },
    ]);
    expect(await given(offered, set, givenUp).thenRows(hubServices)).toMatchObject([theClinics]);
    const withdrawn = { type: 'HubServiceWithdrawn', data: offered.data } as const;
    expect(await given(offered, set, withdrawn, offered).thenRows(hubServices)).toMatchObject([theClinics]);
  });

  test('vacations are added and removed', async () => {
    const planned = sample('VacationPlanned');
    expect(await given(planned).thenRows(vacations)).toMatchObject([
      { title: 'Ferie', clinic_id: clinicId, ends_at: '2026-12-27T23:00:00+00:00' },
    ]);
    const { vacationId } = planned.data;
    expect(await given(planned, sample('HubErased')).thenRows(vacations)).toMatchObject([{ title: '' }]);
    const cancelled = { type: 'VacationCancelled', data: { ...hub, vacationId } } as const;
    expect(await given(planned, cancelled).thenRows(vacations)).toEqual([]);
  });
});
