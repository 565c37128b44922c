import { erased } from '@visita/contracts/event';
import type { DomainEvent } from '@visita/contracts/events';
import type { ProEvent } from '@visita/contracts/pro/events';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patientsProjection } from '../patient/patients.projection.ts';
import { patients, toldApart } from '@visita/read-model/patient/tables';
import { createGiven } from '../../testing/given.ts';
import { prosProjection } from './pros.projection.ts';
import { formerSlugs, pros } from '@visita/read-model/pro/tables';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('pros', () => {
  const given = createGiven(() => database, prosProjection);
  const proId = sampleIds.owner;

  test('a new account has its username as slug and the usual options', async () => {
    expect(await given(sample('ProSignedUp')).thenRows(pros)).toMatchObject([
      {
        slug: 'anna',
        config_status: 1,
        plan: null,
        calendar_availability_limit: 30,
        comunications_language: 'it',
      },
    ]);
  });

  test('a pro whose username is reserved gets another booking address', async () => {
    const signedUp = sample('ProSignedUp', { username: 'login' });
    expect(await given(signedUp).thenRows(pros)).toMatchObject([
      { username: 'login', slug: `login_${proId.slice(0, 8)}` },
    ]);
  });

  test('onboarding ends with a profile and a plan', async () => {
    const rows = await given(
      sample('ProSignedUp'),
      sample('PersonalDataSaved'),
      sample('PlanChosen'),
    ).thenRows(pros);
    expect(rows).toMatchObject([
      { name: 'Anna', lastname: 'Rossi', title: 'doc', config_status: 100, plan: 'free' },
    ]);
  });

  test('an invited collaborator starts at 10 and ends at 100', async () => {
    expect(await given(sample('ProInvited')).thenRows(pros)).toMatchObject([{ config_status: 10 }]);
    const rows = await given(sample('ProInvited'), sample('CollaboratorOnboarded')).thenRows(pros);
    expect(rows).toMatchObject([{ config_status: 100, name: 'Bruno', marketing_consent: true }]);
    const { marketingConsent: _, termsAcceptedAt: __, ...data } = sample('CollaboratorOnboarded').data;
    const silent = { type: 'CollaboratorOnboarded', data } as const;
    expect(await given(sample('ProInvited'), silent).thenRows(pros)).toMatchObject([
      { config_status: 100, name: 'Bruno', marketing_consent: false },
    ]);
  });

  test('an external calendar is connected and disconnected', async () => {
    const connectionId = sampleId(7, 1);
    const ids = { proId, connectionId };
    const connected = { type: 'ExternalCalendarConnected', data: { ...ids, replaces: null } } as const;
    const gone = { type: 'ExternalCalendarDisconnected', data: { ...ids, by: 'pro' } } as const;
    expect(await given(sample('ProSignedUp'), connected).thenRows(pros)).toMatchObject([
      { external_calendar: connectionId },
    ]);
    expect(await given(sample('ProSignedUp'), connected, gone).thenRows(pros)).toMatchObject([
      { external_calendar: null },
    ]);
  });

  test('options change one by one; null is a value', async () => {
    const set: ProEvent = {
      type: 'OptionsChanged',
      data: {
        proId,
        changes: { calendarAvailabilityLimit: 45, languagesSpoken: ['it', 'de'] },
        thankYouPageUrl: 'https://example.com',
      },
    };
    const unset = { type: 'OptionsChanged', data: { proId, changes: {}, thankYouPageUrl: null } } as const;
    const rows = await given(sample('ProSignedUp'), set, unset).thenRows(pros);
    expect(rows).toMatchObject([
      {
        calendar_availability_limit: 45,
        languages_spoken: 'it de',
        thank_you_page_url: null,
        cancel_booking_email: true,
      },
    ]);
  });

  test('slug, consent and plan', async () => {
    const slug = { type: 'BookingSlugChanged', data: { proId, calendarPageUrl: 'dr_anna' } } as const;
    const consent = { type: 'MarketingConsentChanged', data: { proId, marketingConsent: true } } as const;
    const rows = await given(sample('ProSignedUp'), slug, consent, sample('PlanAssigned')).thenRows(pros);
    expect(rows).toMatchObject([
      { slug: 'dr_anna', marketing_consent: true, plan: 'premium', config_status: 1 },
    ]);
  });

  test('former addresses are listed, latest first, until the account is deleted', async () => {
    const changed = (calendarPageUrl: string, former: string[]) =>
      ({ type: 'BookingSlugChanged', data: { proId, calendarPageUrl, former } }) as const;
    const twice = [sample('ProSignedUp'), changed('b', ['anna']), changed('c', ['b', 'anna'])] as const;
    const row = (place: number, slug: string) => ({ pro_id: proId, place, slug });
    expect(await given(...twice).thenRows(formerSlugs)).toEqual([row(0, 'b'), row(1, 'anna')]);
    expect(await given(...twice, changed('b', ['anna'])).thenRows(formerSlugs)).toEqual([row(0, 'anna')]);
    expect(await given(...twice, sample('ProDeletionRequested')).thenRows(formerSlugs)).toEqual([]);
    const gone = {
      type: 'BookingSlugChanged',
      data: { proId, calendarPageUrl: erased, former: erased },
    } as const;
    expect(await given(sample('ProSignedUp'), gone).thenRows(formerSlugs)).toEqual([]);
  });

  test('a new email waits until it is confirmed', async () => {
    const asked = [sample('ProSignedUp'), sample('EmailChangeRequested')];
    expect(await given(...asked).thenRows(pros)).toMatchObject([
      { email: 'anna@example.com', pending_email: 'anna.rossi@example.com' },
    ]);
    expect(await given(...asked, sample('EmailChanged')).thenRows(pros)).toMatchObject([
      { email: 'anna.rossi@example.com', pending_email: null },
    ]);
  });

  test('any used mailed link proves the address, including early ones', async () => {
    const signedUp = sample('ProSignedUp');
    const proven = async (...events: DomainEvent[]) =>
      (await given(signedUp, ...events).thenRows(pros)).map(({ address_proven }) => address_proven);
    expect(await proven()).toEqual([false]);
    for (const type of ['ProAddressProven', 'PasswordSet', 'EmailChanged'] as const)
      expect(await proven(sample(type)), type).toEqual([true]);
  });

  test('the factor question for the next login is kept until it is answered', async () => {
    const [signedUp, asked] = [sample('ProSignedUp'), sample('AccountReviewAsked')];
    expect(await given(signedUp, asked).thenRows(pros)).toMatchObject([{ review: 'holdings' }]);
    const answered = sample('AccountReviewed');
    expect(await given(signedUp, asked, answered).thenRows(pros)).toMatchObject([{ review: null }]);
  });

  test('a pending change of email ends when another link is the first proof', async () => {
    const asked = [sample('ProSignedUp'), sample('EmailChangeRequested')];
    for (const [by, pending_email] of [
      ['sign-up', 'anna.rossi@example.com'],
      ['reset', null],
    ] as const)
      expect(await given(...asked, sample('ProAddressProven', { by })).thenRows(pros)).toMatchObject([
        { pending_email },
      ]);
  });

  test('a deleted account shows no data of its pro', async () => {
    const events = [sample('ProSignedUp'), sample('PersonalDataSaved'), sample('ProDeletionRequested')];
    expect(await given(...events).thenRows(pros)).toMatchObject([
      { email: null, username: null, slug: null, name: null, phone: null, config_status: 0 },
    ]);
  });

  test('an erased pro keeps a row without personal data', async () => {
    const signedUp = sample('ProSignedUp', { email: erased, username: erased });
    const saved = sample('PersonalDataSaved', { profile: erased });
    expect(await given(signedUp, saved).thenRows(pros)).toMatchObject([
      { email: null, username: null, slug: null, name: null, lastname: null, prefix: null, phone: null },
    ]);
  });
});

describe('patients', () => {
  const given = createGiven(() => database, patientsProjection);

  test('a correction keeps the email and records its time', async () => {
    expect(await given(sample('PatientRegistered')).thenRows(patients)).toMatchObject([
      { name: 'Carla Verdi', corrected: null },
    ]);
    const rows = await given(sample('PatientRegistered'), sample('PatientUpdated')).thenRows(patients);
    expect(rows).toMatchObject([
      { email: 'carla@example.com', name: 'Carla Verdi Neri', corrected: '0000000000000002' },
    ]);
  });

  test('a corrected email replaces the old one, also for comparison', async () => {
    const corrected = sample('PatientUpdated', { email: 'Verdi@Example.com' });
    const rows = await given(sample('PatientRegistered'), corrected).thenRows(patients);
    expect(rows).toMatchObject([
      { email: 'Verdi@Example.com', email_key: 'verdi@example.com', name: 'Carla Verdi', corrected: null },
    ]);
  });

  test('an erased patient is null', async () => {
    const registered = sample('PatientRegistered', { email: erased, contact: erased });
    expect(await given(registered).thenRows(patients)).toMatchObject([{ email: null, name: null }]);
  });

  test('tags and a note are shown until they are removed or their key is destroyed', async () => {
    const before = [
      sample('PatientRegistered'),
      sample('PatientTagsSet'),
      sample('PatientNoteWritten'),
    ] as const;
    expect(await given(...before).thenRows(patients)).toMatchObject([
      {
        name_key: 'carla verdi',
        tags: '["Ortodonzia","Allergia lattice"]',
        note: 'Preferisce il pomeriggio',
      },
    ]);
    for (const [tags, note] of [[[], ''] as [string[], string], [erased, erased] as const]) {
      const after = [sample('PatientTagsSet', { tags }), sample('PatientNoteWritten', { note })];
      const rows = await given(...before, ...after).thenRows(patients);
      expect(rows).toMatchObject([{ tags: null, note: null }]);
    }
  });

  test('a merged record shows the kept one until the merge is undone', async () => {
    const other = sample('PatientRegistered', { patientId: sampleIds.parent });
    const merged = [sample('PatientRegistered'), other, sample('PatientsMerged')] as const;
    const shownAs = async (...events: Parameters<typeof given>) =>
      Object.fromEntries(
        (await given(...events).thenRows(patients)).map((row) => [row.patient_id, row.merged_into]),
      );
    const { patient, parent } = sampleIds;
    expect(await shownAs(...merged)).toEqual({ [patient]: null, [parent]: patient });
    expect(await shownAs(...merged, sample('PatientsSeparated'))).toEqual({
      [patient]: null,
      [parent]: null,
    });
  });

  test('separated records stay separated', async () => {
    const { patient, parent, owner } = sampleIds;
    expect(await given(sample('PatientsToldApart')).thenRows(toldApart)).toEqual([
      { patient_id: patient, other_id: parent, pro_id: owner },
    ]);
  });

  test('a patient marked for erasure is hidden at once, with or without a record', async () => {
    const noPatient = { email: null, name: null, prefix: null, phone: null, erased: true };
    const requested = sample('PatientErasureRequested');
    for (const before of [[sample('PatientRegistered'), sample('PatientUpdated')], []]) {
      const rows = await given(...before, requested).thenRows(patients);
      expect(rows).toMatchObject([{ ...noPatient, patient_id: sampleIds.patient, pro_id: sampleIds.owner }]);
    }
  });
});
