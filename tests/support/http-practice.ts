import { type Client, succeed } from './http.ts';

const place = { provinceId: 'IT-RM', city: 'Roma', address: 'Via Appia 1', postalCode: '00100' };

/** Returns a day some days from now, `YYYY-MM-DD` in Rome. */
export const dayAhead = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(Date.now() + days * 86_400_000);

/** Signs up, logs in and completes the onboarding, by default as Rossi with the tests' password. */
export const registerPro = async (
  { call }: Client,
  username: string,
  { password = 'secret123', ...person }: { password?: string; name?: string; lastname?: string } = {},
) => {
  const email = `${username}@example.com`;
  const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false } as const;
  const account = { username, email, password, configStatus: 1, comunicationsLanguage: 'it' } as const;
  const { data } = await succeed(call('signUp', { body: { ...account, ...consents } }));
  const { access_token: token } = await succeed(call('logIn', { body: { email, password } }));
  const params = { id: data.id };
  const named = { name: username, lastname: 'Rossi', ...person };
  const profile = { title: 'doc', prefix: '+39', phone: '3331234567', ...named } as const;
  await succeed(call('updatePro', { params, body: { ...profile, configStatus: 2 }, token }));
  await succeed(call('updatePro', { params, body: { configStatus: 100, subscriptionName: 'free' }, token }));
  return { proId: data.id, token, email };
};
export type RegisteredPro = Awaited<ReturnType<typeof registerPro>>;

/** Working hours as calls take them. */
type Hours = { working_day: number; starting_hour: string; ending_hour: string };
const always: Hours = { working_day: 9, starting_hour: '00:00', ending_hour: '24:00' };

type Team = {
  readonly owner: Pick<RegisteredPro, 'token'>;
  readonly clinicId: string;
  readonly services: readonly string[];
  readonly hours?: Hours;
  readonly role?: 'reception';
};

/** Maximum services of a hub. */
export const offersOfHub = 100;

/** Invites a professional or the owner with all services a hub can have; by default every day, all day. */
export const invite = async ({ call }: Client, team: Team, proEmail: string) => {
  const { owner, clinicId, services, hours = always, role } = team;
  const offers = role
    ? { role, availability: [], services: [] }
    : { availability: [hours], services: services.slice(0, offersOfHub) };
  const body = { clinicId, proEmail, ...offers };
  const { data, position } = await succeed(call('addCollaborator', { body, token: owner.token }));
  const { id: hubId, services: offered } = data.hub;
  return { hubId, offers: offered.map(({ id }) => id) as [string, string], position: position! };
};

/** Invites a professional, who accepts. */
export const join = async (client: Client, team: Team, { email, token }: Omit<RegisteredPro, 'proId'>) => {
  const hub = await invite(client, team, email);
  const params = { id: hub.hubId };
  await succeed(client.call('updateHub', { params, body: { status: 'active' }, token }));
  return hub;
};

type Visit = { serviceName: string; duration: number; specializationId: string };
type Plan = { place?: typeof place; visits?: readonly Visit[]; hours?: Hours; onlineBooking?: boolean };

const specializationId = 'acupuncture';
const twoVisits: readonly Visit[] = [
  { serviceName: 'Visita', duration: 30, specializationId },
  { serviceName: 'Controllo', duration: 45, specializationId },
];

/** Maximum services added by one call. */
const servicesAtOnce = 50;

/**
 * Creates a clinic with services and the owner's hub; by default in Rome, with services of 30 and 45 minutes,
 * always open.
 */
export const openClinic = async (client: Client, owner: RegisteredPro, name: string, plan: Plan = {}) => {
  const { call } = client;
  const { token } = owner;
  const { visits = twoVisits, hours = always, onlineBooking = true } = plan;
  const body = { ...(plan.place ?? place), name, ownerId: owner.proId, onlineBooking };
  const clinicId = (await succeed(call('openClinic', { body, token }))).data.id;
  const rows = visits.map((visit) => ({ ...visit, clinicId, price: 80 }));
  const services: string[] = [];
  for (let from = 0; from < rows.length; from += servicesAtOnce) {
    const some = rows.slice(from, from + servicesAtOnce);
    const { data } = await succeed(call('addClinicServices', { body: some, token }));
    services.push(...data.map(({ id }) => id));
  }
  return { clinicId, services, ...(await invite(client, { owner, clinicId, services, hours }, owner.email)) };
};
export type OpenedClinic = Awaited<ReturnType<typeof openClinic>>;

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
