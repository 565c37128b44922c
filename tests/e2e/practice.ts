import { callAs, type Client, createClient, succeed } from '../support/http.ts';
import { join, openClinic, registerPro, type RegisteredPro } from '../support/http-practice.ts';
import type { Stack } from '../support/stack.ts';
import { mailedLink } from './mails.ts';

/** Password of all accounts created by the API. */
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

/** Creates a professional on the free plan by the API. */
export const openAccount = async ({ address }: Stack, username: string, name = 'Marco') => {
  const client = createClient(address);
  const { proId, ...pro } = await registerPro(client, username, { password, name, lastname: 'De Santis' });
  return { ...pro, id: proId, client, call: callAs(client, pro.token) };
};

/** Creates the tests' clinic, visible to other clients. */
const openStudio = async (client: Client, owner: RegisteredPro) => {
  const clinic = await openClinic(client, owner, 'Studio Aurora', studioAurora);
  const { clinicId, position: from } = clinic;
  // Visitors don't wait for this client's writes.
  await succeed(client.call('getBookingAvailabilities', { params: { clinicId }, from }));
  return clinic;
};

/** Creates a professional with a clinic in Milan, two services and every day from nine to six, by the API. */
export const openPractice = async (stack: Stack, username: string) => {
  const account = await openAccount(stack, username);
  const owner = { ...account, proId: account.id };
  const { clinicId, services, offers } = await openStudio(account.client, owner);
  return { ...account, clinicId, serviceIds: services, hubServiceIds: offers };
};
export type Practice = Awaited<ReturnType<typeof openPractice>>;

/** Creates the practice in strict mode, with a confirmed email. */
export const openProven = async (stack: Stack, username: string) => {
  const client = createClient(stack.address);
  // Strict mode refuses the tests' usual password as too common.
  const owner = await registerPro(client, username, { password: 'lungomare-24' });
  const link = await mailedLink(stack, owner.email, 'email-confirmation/');
  const token = new URL(link, stack.address).searchParams.get('token') ?? '';
  await succeed(client.call('confirmEmail', { token }));
  return { client, owner, ...(await openStudio(client, owner)) };
};

/** Adds a professional to the practice by invitation, with a bookable service. */
export const joinPractice = async (stack: Stack, practice: Practice, username: string, name: string) => {
  const account = await openAccount(stack, username, name);
  const { clinicId, serviceIds: services } = practice;
  const team = { owner: practice, clinicId, services, hours: studioAurora.hours };
  const { offers } = await join(account.client, team, account);
  return { ...account, hubServiceIds: offers };
};

/** Adds a reception to the practice by invitation. */
export const joinReception = async (stack: Stack, practice: Practice, username: string, name = 'Rita') => {
  const account = await openAccount(stack, username, name);
  const team = { owner: practice, clinicId: practice.clinicId, services: [], role: 'reception' } as const;
  await join(account.client, team, account);
  return account;
};
