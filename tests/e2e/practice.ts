import { callAs, type Client, createClient, succeed } from '../support/http.ts';
import { join, openClinic, registerPro, type RegisteredPro } from '../support/http-practice.ts';
import type { Stack } from '../support/stack.ts';
import { mailedLink } from './mails.ts';

/** The password of everybody made through the API. */
export const password = 'lungomare24';

export const studioAurora = {
  place: { provinceId: 'IT-MI', city: 'Milano', address: 'Via Garibaldi 12', postalCode: '20121' },
  visits: ['Prima visita', 'Controllo nei'].map((serviceName) => ({
    serviceName,
    duration: 30,
    specializationId: 'dermatology',
  })),
  hours: { working_day: 9, starting_hour: '09:00', ending_hour: '18:00' },
};

/** A pro on the free plan, through the onboarding, made through the API. */
export const openAccount = async ({ address }: Stack, username: string, name = 'Marco') => {
  const client = createClient(address);
  const { proId, ...pro } = await registerPro(client, username, { password, name, lastname: 'De Santis' });
  return { ...pro, id: proId, client, call: callAs(client, pro.token) };
};

/** The clinic of the tests, which everybody reads from then on. */
const openStudio = async (client: Client, owner: RegisteredPro) => {
  const clinic = await openClinic(client, owner, 'Studio Aurora', studioAurora);
  const { clinicId, position: from } = clinic;
  // Patients are other clients, which do not wait for what this one wrote.
  await succeed(client.call('getBookingAvailabilities', { params: { clinicId }, from }));
  return clinic;
};

/** A pro with one clinic in Milan, two services and every day from nine to six, made through the API. */
export const openPractice = async (stack: Stack, username: string) => {
  const account = await openAccount(stack, username);
  const owner = { ...account, proId: account.id };
  const { clinicId, services, offers } = await openStudio(account.client, owner);
  return { ...account, clinicId, serviceIds: services, hubServiceIds: offers };
};
export type Practice = Awaited<ReturnType<typeof openPractice>>;

/** A pro under strict who has proven their address, with a clinic like that. */
export const openProven = async (stack: Stack, username: string) => {
  const client = createClient(stack.address);
  // The usual password of the tests is a common one.
  const owner = await registerPro(client, username, { password: 'lungomare-24' });
  const link = await mailedLink(stack, owner.email, 'email-confirmation/');
  const token = new URL(link, stack.address).searchParams.get('token') ?? '';
  await succeed(client.call('confirmEmail', { token }));
  return { client, owner, ...(await openStudio(client, owner)) };
};

/** Another pro who was invited to the practice, and accepted; with a hub service to book. */
export const joinPractice = async (stack: Stack, practice: Practice, username: string, name: string) => {
  const account = await openAccount(stack, username, name);
  const { clinicId, serviceIds: services } = practice;
  const team = { owner: practice, clinicId, services, hours: studioAurora.hours };
  const { offers } = await join(account.client, team, account);
  return { ...account, hubServiceIds: offers };
};
