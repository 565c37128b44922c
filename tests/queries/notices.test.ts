import { noticeDays, type NoticeList, noticePage } from '@visita/contracts/activity/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createReadMarks } from '@visita/platform/auth/read-marks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { booking, clinic: clinicId, guest, guestHub, owner, patient, stranger } = sampleIds;
const guests = { proId: guest, hubId: guestHub };
const reception = sampleId(1, 8);

let world: QueryWorld;
beforeEach(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic, guestAccepts, sample('PatientRegistered'));
});
afterEach(() => world.close());

const ask = async (caller: string, query: Record<string, string> = {}) =>
  (await world.ask('getNotices', { caller, query })).data as NoticeList;
const kindsOf = async (caller: string) => (await ask(caller)).notices.map(({ kind }) => kind);

const placed = (number: number, whose = {}) =>
  sample('BookingPlaced', { ...whose, bookingId: sampleId(4, number) });
const confirmed = (number: number, whose = {}) =>
  sample('BookingConfirmed', { ...whose, bookingId: sampleId(4, number) });
const booked = (number: number, whose = {}) => [placed(number, whose), confirmed(number, whose)] as const;

/** Adds a reception to the clinic. */
const employ = () =>
  world.given(
    sample('ProSignedUp', { proId: reception, email: 'marta@example.com', username: 'marta' }),
    sample('PersonalDataSaved', {
      proId: reception,
      profile: { name: 'Marta', lastname: 'Riva', prefix: '+39', phone: '3330001111' },
    }),
    sample('CollaboratorInvited', {
      hubId: sampleId(3, 8),
      proId: reception,
      role: 'reception',
      status: 'active',
      availabilities: [],
      clinicServiceIds: [],
    }),
  );

it('names the visit, its patient and professional, latest first', async () => {
  const position = await world.given(...booked(1), sample('BookingNotMailed', { reason: 'refused' }));
  const { notices, more } = await ask(owner);
  expect(more).toBe(false);
  expect(notices.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['not-mailed', 'refused'],
    ['booked', undefined],
  ]);
  expect(notices[0]).toMatchObject({
    id: position,
    at: '2026-11-20T08:00:00.000Z',
    pro_id: owner,
    doctor_name: 'Anna Rossi',
    clinic_id: clinicId,
    clinic_name: 'Studio Roma',
    booking_id: booking,
    patient_name: 'Carla Verdi',
    service: 'Visita',
    date: '2026-11-23T09:00:00+01:00',
    ending_date: '2026-11-23T09:30:00+01:00',
  });
});

it('says from when a patient moved a visit', async () => {
  await world.given(...booked(1), sample('BookingMoved', { by: 'patient' }));
  const { data } = sample('BookingMoved');
  const [notice] = (await ask(owner)).notices;
  expect(Date.parse(notice?.date ?? '')).toBe(Date.parse(data.start));
  expect(Date.parse(notice?.previous_date ?? '')).toBe(Date.parse(data.previous.start));
});

describe('each their own', () => {
  it('the owner and the reception see the clinic, a guest only their own, a stranger nothing', async () => {
    await employ();
    await world.given(...booked(1), ...booked(2, guests));
    const ids = async (caller: string) => (await ask(caller)).notices.map((one) => one.booking_id);
    const all = [sampleId(4, 2), booking];
    expect([await ids(owner), await ids(reception), await ids(guest), await ids(stranger)]).toEqual([
      all,
      all,
      [sampleId(4, 2)],
      [],
    ]);
  });

  it('a guest loses the notice of a visit that a colleague took over', async () => {
    await world.given(...booked(2, guests));
    expect(await kindsOf(guest)).toEqual(['booked']);
    await world.given(sample('BookingMoved', { bookingId: sampleId(4, 2), by: 'pro' }));
    expect([await kindsOf(guest), await kindsOf(owner)]).toEqual([[], ['booked']]);
  });

  it('a member who left sees nothing more of the clinic', async () => {
    await employ();
    await world.given(...booked(2, guests));
    const archived = (hubId: string, proId: string) => sample('CollaboratorArchived', { hubId, proId });
    await world.given(archived(sampleId(3, 8), reception), archived(guestHub, guest));
    expect([await kindsOf(guest), await kindsOf(reception)]).toEqual([[], []]);
  });

  it('only the professional sees what a colleague blocked, with the colleague, and never their own', async () => {
    await employ();
    const actor = `pro:${reception}` as const;
    await world.given(
      { ...sample('TimeBlocked', guests), actor },
      { ...sample('VacationPlanned', guests), actor: `pro:${owner}` },
      { ...sample('TimeBlocked', { blockId: sampleId(4, 9) }), actor: `pro:${owner}` },
    );
    const { notices } = await ask(guest);
    expect(notices.map(({ kind, by, booking_id }) => [kind, by, booking_id])).toEqual([
      ['absent', { role: 'owner', name: 'Anna Rossi' }, ''],
      ['blocked', { role: 'reception', name: 'Marta' }, ''],
    ]);
    expect(notices[1]).toMatchObject({ clinic_name: 'Studio Roma', date: expect.stringMatching(/^2026/) });
    expect([await kindsOf(owner), await kindsOf(reception)]).toEqual([[], []]);
    await world.given(sample('ProDeletionRequested', { proId: reception }));
    expect((await ask(guest)).notices[1]?.by).toEqual({ role: 'reception', name: '' });
  });

  it('staff of one clinic read nothing of a professional’s clinic of another owner', async () => {
    const elsewhere = { clinicId: sampleId(2, 9), hubId: sampleId(3, 9), proId: guest };
    const { identity } = sample('ClinicOpened').data;
    await world.given(
      sample('ClinicOpened', {
        clinicId: elsewhere.clinicId,
        ownerId: stranger,
        identity: { ...(identity as object), name: 'Studio Ostia' } as typeof identity,
      }),
      sample('CollaboratorInvited', { ...elsewhere, role: 'guest', status: 'active' }),
      sample('PersonalDataSaved', {
        proId: stranger,
        profile: { name: 'Sofia', lastname: 'Neri', prefix: '+39', phone: '3330001111' },
      }),
      ...booked(1, guests),
      ...booked(2, elsewhere),
      { ...sample('TimeBlocked', elsewhere), actor: `pro:${stranger}` },
    );
    const [owners, strangers] = [JSON.stringify(await ask(owner)), JSON.stringify(await ask(stranger))];
    expect(owners).not.toMatch(/Ostia|Sofia|Neri/);
    expect(owners).toContain('Studio Roma');
    expect(strangers).not.toMatch(/Roma|Anna|Rossi/);
    expect(strangers).toContain('Studio Ostia');
    expect(JSON.parse(owners).notices).toHaveLength(1);
    expect(JSON.parse(strangers).notices).toHaveLength(1);
  });
});

describe('patients', () => {
  it('are named nowhere after their erasure began, nor after it ended', async () => {
    await world.given(...booked(1));
    await world.given(sample('PatientErasureRequested'));
    expect((await ask(owner)).notices[0]?.patient_name).toBe('');
    await world.given(sample('BookingPatientErased'), sample('PatientErased'));
    const list = await ask(owner);
    expect(list.notices).toMatchObject([{ kind: 'booked', patient_name: '', booking_id: booking }]);
    expect(JSON.stringify(list)).not.toMatch(/Carla|Verdi/);
  });

  it('have the name of their corrected record', async () => {
    await world.given(...booked(1));
    const contact = { name: 'Carla Bianchi', prefix: null, phone: null };
    await world.given(sample('PatientUpdated', { patientId: patient, contact }));
    expect((await ask(owner)).notices[0]?.patient_name).toBe('Carla Bianchi');
  });

  it('are not named by holds, which are only counted, for a guest their own', async () => {
    await world.given(placed(1), placed(2, guests));
    expect(await ask(owner)).toMatchObject({ notices: [], held: 2 });
    expect(await ask(guest)).toMatchObject({ notices: [], held: 1 });
    await world.given(sample('BookingCancelled', { by: 'patient' }));
    expect(await ask(owner)).toMatchObject({ notices: [], held: 1 });
    world.setNow('2026-11-20T09:30:00.000Z');
    expect((await ask(owner)).held).toBe(0);
  });
});

describe('series of which some visits were not booked', () => {
  const ofGuest = () => world.given(sample('SeriesPlanned', guests), sample('SeriesPlaced', guests));
  const names = async (caller: string) => (await ask(caller)).notices.map((one) => one.patient_name);

  it('are shown to their staff with the patient and the professional', async () => {
    await employ();
    await ofGuest();
    expect((await ask(owner)).notices).toMatchObject([
      {
        kind: 'not-placed',
        series_id: sampleId(10),
        patient_name: 'Carla Verdi',
        pro_id: guest,
        clinic_name: 'Studio Roma',
        booking_id: '',
        date: '',
      },
    ]);
    const all = await Promise.all([owner, reception, guest, stranger].map(kindsOf));
    expect(all).toEqual([['not-placed'], ['not-placed'], ['not-placed'], []]);
  });

  it('are not shown to other professionals, nor after leaving the clinic', async () => {
    await world.given(sample('SeriesPlanned'), sample('SeriesPlaced'));
    expect(await kindsOf(guest)).toEqual([]);
    await ofGuest();
    expect(await kindsOf(guest)).toEqual(['not-placed']);
    await world.given(sample('CollaboratorArchived', { hubId: guestHub, proId: guest }));
    expect(await kindsOf(guest)).toEqual([]);
  });

  it('name the corrected patient, and none from the moment the erasure was requested', async () => {
    await world.given(sample('SeriesPlanned'), sample('SeriesPlaced'));
    const contact = { name: 'Carla Bianchi', prefix: null, phone: null };
    await world.given(sample('PatientUpdated', { patientId: patient, contact }));
    expect(await names(owner)).toEqual(['Carla Bianchi']);
    await world.given(sample('PatientErasureRequested'));
    expect(await names(owner)).toEqual(['']);
    await world.given(sample('PatientErased'));
    expect(await names(owner)).toEqual(['']);
  });
});

describe('read marks', () => {
  it('count from the first look on, for each person', async () => {
    await employ();
    await world.given(...booked(1));
    expect(await ask(owner)).toMatchObject({ unread: 0, notices: [{ read: true }] });
    const position = await world.given(...booked(2));
    expect(await ask(owner)).toMatchObject({ unread: 1, notices: [{ read: false }, { read: true }] });
    expect((await ask(reception)).unread).toBe(0);
    const marks = createReadMarks(world.database);
    await world.given(...booked(3));
    await marks.readSingle(owner, [position]);
    expect((await ask(owner)).notices.map(({ read }) => read)).toEqual([false, true, true]);
    expect([(await ask(owner)).unread, (await ask(reception)).unread]).toEqual([1, 1]);
    await marks.readUntil(owner, (await ask(owner)).notices[0]?.id ?? '');
    expect([(await ask(owner)).unread, (await ask(reception)).unread]).toEqual([0, 1]);
  });

  it('are counted up to a hundred', async () => {
    await ask(owner);
    const many = Array.from({ length: 105 }, (_, index) => booked(index + 1)).flat();
    await world.given(...many);
    expect((await ask(owner)).unread).toBe(100);
  });
});

it('gives pages of thirty, each after the last notice of the one before', async () => {
  const many = Array.from({ length: noticePage + 5 }, (_, index) => booked(index + 1)).flat();
  await world.given(...many);
  const first = await ask(owner);
  expect([first.notices.length, first.more]).toEqual([noticePage, true]);
  const second = await ask(owner, { after: first.notices.at(-1)?.id ?? '' });
  expect([second.notices.length, second.more]).toEqual([5, false]);
  const ids = [...first.notices, ...second.notices].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
});

it('shows notices for ninety days', async () => {
  await world.given(...booked(1));
  const later = (days: number) =>
    world.setNow(new Date(Date.parse('2026-11-20T08:00:00.000Z') + days * 86_400_000).toISOString());
  later(noticeDays - 1);
  await world.given(...booked(2));
  expect((await ask(owner)).notices).toHaveLength(2);
  later(noticeDays);
  expect((await ask(owner)).notices).toMatchObject([{ booking_id: sampleId(4, 2) }]);
});
