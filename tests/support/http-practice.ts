import { type Client, succeed } from './http.ts';

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

type Team = {
  readonly owner: RegisteredPro;
  readonly clinicId: string;
  readonly services: readonly string[];
};

/** Invites somebody by email, or the owner themself, with all services of the clinic: every day, all day. */
export const invite = async ({ call }: Client, { owner, clinicId, services }: Team, proEmail: string) => {
  const availability = [{ working_day: 9, starting_hour: '00:00', ending_hour: '24:00' }];
  const body = { clinicId, proEmail, availability, services: [...services] };
  const { data, position } = await succeed(call('addCollaborator', { body, token: owner.token }));
  const { id: hubId, services: offered } = data.hub;
  return { hubId, offers: offered.map(({ id }) => id) as [string, string], position: position! };
};

/** Invites a pro, who accepts. */
export const join = async (client: Client, team: Team, { email, token }: RegisteredPro) => {
  const hub = await invite(client, team, email);
  const params = { id: hub.hubId };
  await succeed(client.call('updateHub', { params, body: { status: 'active' }, token }));
  return hub;
};

/** A clinic in Rome with services of 30 and of 45 minutes, and the owner's own hub: every day, all day. */
export const openClinic = async (
  client: Client,
  owner: RegisteredPro,
  name: string,
  onlineBooking = true,
) => {
  const { call } = client;
  const { token } = owner;
  const body = { ...place, name, ownerId: owner.proId, onlineBooking };
  const clinicId = (await succeed(call('openClinic', { body, token }))).data.id;
  const row = { clinicId, specializationId: 'acupuncture', price: 80 };
  const rows = [
    { ...row, serviceName: 'Visita', duration: 30 },
    { ...row, serviceName: 'Controllo', duration: 45 },
  ];
  const services = (await succeed(call('addClinicServices', { body: rows, token }))).data.map(({ id }) => id);
  return { clinicId, services, ...(await invite(client, { owner, clinicId, services }, owner.email)) };
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
