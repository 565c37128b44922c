import { expect, it } from 'vitest';
import { bookingOf, joinPractice, openClinic, openPractice, registerPro } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code });

const joinReception = async (world: World, { ownerId, clinicId }: { ownerId: string; clinicId: string }) => {
  const proId = await registerPro(world, 'rita', 'free');
  const body = {
    clinicId,
    proEmail: 'rita@example.com',
    availability: [],
    services: [],
    role: 'reception',
  };
  const { hub } = (await world.call('addCollaborator', { body, as: pro(ownerId) })).answer.data;
  await world.call('updateHub', { params: { id: hub.id }, body: { status: 'active' }, as: pro(proId) });
  return pro(proId);
};

const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const colleague = await joinPractice(world, practice);
  const desk = await joinReception(world, practice);
  return { world, practice, colleague, desk, owner: pro(practice.ownerId) };
};

const ugo = { name: 'Ugo Neri', email: null, prefix: '+39', phone: '3330009999' };

it('registers a patient with a colleague, whom the reception then corrects and books with another', async () => {
  const { world, practice, colleague, desk } = await open();
  const body = { ...ugo, pro_id: colleague.proId, clinic_id: practice.clinicId };
  const { answer } = await world.call('registerPatient', { body, as: desk });
  const { id } = answer.data;
  expect((await world.domain.patients.load(id)).state).toMatchObject({
    proId: colleague.proId,
    clinicId: practice.clinicId,
  });
  const corrected = { patientId: id, name: 'Ugo Bianchi', prefix: '+39', phone: '3330009999' };
  await world.call('updatePatient', { body: corrected, as: desk });
  const { booking } = bookingOf(practice.offers[0], '2026-11-23T09:00');
  const booked = await world.call('placeBooking', { body: { booking, patient: { ...ugo, id } }, as: desk });
  expect(booked.answer.data.pro_id).toBe(practice.ownerId);
  expect(booked.answer.patient.id).not.toBe(id);
});

it('registers with a colleague only where the caller sees all patients', async () => {
  const { world, practice, colleague, desk, owner } = await open();
  const body = { ...ugo, pro_id: colleague.proId, clinic_id: practice.clinicId };
  await refused(world.call('registerPatient', { body, as: owner }), 'not-found');
  await refused(
    world.call('registerPatient', { body: { ...ugo, pro_id: colleague.proId }, as: desk }),
    'not-found',
  );
  const elsewhere = await openClinic(world, practice.ownerId, 'Altrove');
  await refused(
    world.call('registerPatient', { body: { ...body, clinic_id: elsewhere.clinicId }, as: desk }),
    'not-found',
  );
  await refused(world.call('registerPatient', { body: { ...body, note: 'x' }, as: desk }), 'forbidden');
  const sharing = { params: { id: practice.clinicId }, body: { patients_shared: true }, as: owner };
  await world.call('updateClinic', sharing);
  await expect(world.call('registerPatient', { body, as: owner })).resolves.toBeTruthy();
});

it('records the privacy notice that was given, and the answer to marketing', async () => {
  const { world, practice, colleague, desk } = await open();
  const body = {
    ...ugo,
    pro_id: colleague.proId,
    clinic_id: practice.clinicId,
    privacyNotice: true,
    marketingConsent: false,
  };
  const { answer } = await world.call('registerPatient', { body, as: desk });
  const [registered] = await world.store.readStream(`patient-${answer.data.id}`);
  expect(registered).toMatchObject({
    type: 'PatientRegistered',
    data: {
      notice: { language: 'it', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      marketingConsent: false,
    },
  });
});
