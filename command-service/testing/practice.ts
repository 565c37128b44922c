import { deriveId } from '@visita/platform/ids/derive-id';
import { pro, type World } from './world.ts';

/** Calls and streams that a practice is made with. */
export type PracticeWorld = Pick<World, 'call' | 'domain' | 'now'>;

const cause = (world: PracticeWorld, id: string) => ({
  id,
  correlationId: id,
  actor: 'operator:test' as const,
  time: world.now().toISOString(),
});

/** Registers a pro who has finished onboarding; on the premium plan by default. */
export const registerPro = async (
  world: PracticeWorld,
  username: string,
  plan: 'free' | 'premium' = 'premium',
) => {
  const signedUp = await world.call('signUp', {
    body: {
      username,
      email: `${username}@example.com`,
      password: 'lungomare-24',
      configStatus: 1,
      termsConditions: true,
      privacyPolicy: true,
      marketingConsent: false,
      comunicationsLanguage: 'it',
    },
  });
  const { id } = signedUp.answer.data;
  const as = pro(id);
  const profile = { name: username, lastname: 'Rossi', prefix: '+39', phone: '3331234567' };
  await world.call('updatePro', {
    params: { id },
    body: { title: 'doc', ...profile, configStatus: 2 },
    as,
  });
  await world.call('updatePro', {
    params: { id },
    body: { configStatus: 100, subscriptionName: 'free' },
    as,
  });
  if (plan === 'premium')
    await world.domain.pros.execute(id, { type: 'assign-plan', plan }, cause(world, id));
  return id;
};

/** Verifies a pro's email address, which strict mode requires for booking requests. */
export const proveAddress = async (world: PracticeWorld, proId: string): Promise<void> => {
  const tokenId = deriveId(proId, 'proof');
  const now = world.now();
  const expires = new Date(now.getTime() + 60_000).toISOString();
  const by = cause(world, tokenId);
  await world.domain.pros.execute(proId, { type: 'request-address-proof', tokenId, expires }, by);
  await world.domain.pros.execute(proId, { type: 'prove-address', tokenId, now: by.time }, by);
};

/** Opens a clinic in Rome with a service of 30 and one of 45 minutes. */
export const openClinic = async (world: PracticeWorld, ownerId: string, name = 'Studio Roma') => {
  const as = pro(ownerId);
  const place = { name, provinceId: 'IT-RM', city: 'Roma', address: 'Via Appia 1', postalCode: '00100' };
  const opened = await world.call('openClinic', { body: { ...place, ownerId, onlineBooking: true }, as });
  const clinicId = opened.answer.data.id;
  const row = { clinicId, specializationId: 'acupuncture', price: 80 };
  const added = await world.call('addClinicServices', {
    body: [
      { ...row, serviceName: 'Visita', duration: 30 },
      { ...row, serviceName: 'Controllo', duration: 45 },
    ],
    as,
  });
  return { clinicId, services: added.answer.data.map((service) => service.id) };
};

/**
 * Invites a pro (also the owner) by email, with all services and working hours every day from 00:00
 * to 24:00.
 */
export const invite = async (
  world: PracticeWorld,
  clinic: { clinicId: string; services: string[] },
  who: { ownerId: string; username: string },
) => {
  const { answer } = await world.call('addCollaborator', {
    body: {
      clinicId: clinic.clinicId,
      proEmail: `${who.username}@example.com`,
      availability: [{ working_day: 9, starting_hour: '00:00', ending_hour: '24:00' }],
      services: clinic.services,
    },
    as: pro(who.ownerId),
  });
  const { hub } = answer.data;
  return { hubId: hub.id, offers: hub.services.map((service) => service.id) as [string, string] };
};

/** Registers Anna on the premium plan, with a clinic and her own hub. */
export const openPractice = async (world: PracticeWorld) => {
  const ownerId = await registerPro(world, 'anna');
  const clinic = await openClinic(world, ownerId);
  const hub = await invite(world, clinic, { ownerId, username: 'anna' });
  return { ownerId, ...clinic, ...hub };
};
export type Practice = Awaited<ReturnType<typeof openPractice>>;

/** Registers Bruno, who joins Anna's clinic. */
export const joinPractice = async (
  world: PracticeWorld,
  practice: Practice,
  role: 'guest' | 'manager' = 'guest',
) => {
  const proId = await registerPro(world, 'bruno');
  const hub = await invite(world, practice, { ownerId: practice.ownerId, username: 'bruno' });
  await world.call('updateHub', {
    params: { id: hub.hubId },
    body: { status: 'active' },
    as: pro(proId),
  });
  if (role === 'manager') {
    await world.call('updateHub', { params: { id: hub.hubId }, body: { role }, as: pro(practice.ownerId) });
  }
  return { proId, ...hub };
};

export const requestOf = (practice: Practice, date: string, patient = 'carla', offer = 0) => ({
  clinicId: practice.clinicId,
  serviceHubId: practice.offers[offer],
  date,
  contactInfo: {
    name: patient,
    email: `${patient}@example.com`,
    phone: '3330001111',
    prefix: '+39',
    privacyPolicy: true,
  },
});

export const bookingOf = (hubServiceId: string, date: string, patient = 'carla') => ({
  booking: { hubServiceId, date },
  patient: { name: patient, email: `${patient}@example.com`, phone: '3330001111', prefix: '+39' },
});
