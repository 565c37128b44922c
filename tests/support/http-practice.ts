import type { Client } from './http.ts';
import { succeed } from './http.ts';

const place = { provinceId: 'IT-RM', city: 'Roma', address: 'Via Appia 1', postalCode: '00100' };

/** A day some days from now, `YYYY-MM-DD` in Rome. */
export const dayAhead = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(Date.now() + days * 86_400_000);

/** Signs up, logs in and goes through onboarding. */
export const registerPro = async ({ call }: Client, username: string) => {
  const [email, password] = [`${username}@example.com`, 'secret123'];
  const signUp = {
    username,
    email,
    password,
    configStatus: 1,
    termsConditions: true,
    privacyPolicy: true,
  } as const;
  const consent = { marketingConsent: false, comunicationsLanguage: 'it' } as const;
  const { data } = await succeed(call('signUp', { body: { ...signUp, ...consent } }));
  const { access_token: token } = await succeed(call('logIn', { body: { email, password } }));
  const params = { id: data.id };
  const profile = {
    title: 'doc',
    name: username,
    lastname: 'Rossi',
    prefix: '+39',
    phone: '3331234567',
  } as const;
  await succeed(call('updatePro', { params, body: { ...profile, configStatus: 2 }, token }));
  await succeed(call('updatePro', { params, body: { configStatus: 100, subscriptionName: 'free' }, token }));
  return { proId: data.id, token, email };
};
export type RegisteredPro = Awaited<ReturnType<typeof registerPro>>;

/** A clinic in Rome with services of 30 and of 45 minutes, and the owner's own hub: every day, all day. */
export const openClinic = async ({ call }: Client, { proId, token, email }: RegisteredPro, name: string) => {
  const body = { ...place, name, ownerId: proId, onlineBooking: true };
  const clinicId = (await succeed(call('openClinic', { body, token }))).data.id;
  const row = { clinicId, specializationId: 'acupuncture', price: 80 };
  const rows = [
    { ...row, serviceName: 'Visita', duration: 30 },
    { ...row, serviceName: 'Controllo', duration: 45 },
  ];
  const services = (await succeed(call('addClinicServices', { body: rows, token }))).data.map(({ id }) => id);
  const availability = [{ working_day: 9, starting_hour: '00:00', ending_hour: '24:00' }];
  const invite = { clinicId, proEmail: email, availability, services };
  const { data, position } = await succeed(call('addCollaborator', { body: invite, token }));
  const offers = data.hub.services.map(({ id }) => id) as [string, string];
  return { clinicId, services, hubId: data.hub.id, offers, position: position! };
};
export type OpenedClinic = Awaited<ReturnType<typeof openClinic>>;

/** Body of a patient's booking. */
export const requestOf = (clinicId: string, serviceHubId: string, date: string, patient: string) => ({
  clinicId,
  serviceHubId,
  date,
  contactInfo: {
    name: patient,
    email: `${patient}@example.com`,
    phone: '3330001111',
    prefix: '+39',
    privacyPolicy: true as const,
  },
});
