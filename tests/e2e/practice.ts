import type { Stack } from '../support/stack.ts';

type Reply = { access_token?: string; data?: unknown };
type Send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Reply>;

const sender =
  ({ address }: Stack, token?: string): Send =>
  async (method, path, body) => {
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    const headers = { 'content-type': 'application/json', ...authorization };
    const request: RequestInit = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`${address}/api/${path}`, request);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply;
  };

/** The password of everybody made through the API. */
export const password = 'lungomare24';

const person = { title: 'doc', name: 'Marco', lastname: 'De Santis', prefix: '+39', phone: '3331234567' };
const service = (clinicId: string, serviceName: string) => ({
  clinicId,
  specializationId: 'dermatology',
  serviceName,
  duration: 30,
  price: 80,
});

type Hub = { id: string; services: { id: string }[] };

/** Logs in through the API. */
export const enter = async (stack: Stack, email: string, secret = password) => {
  const { access_token: token = '' } = await sender(stack)('POST', 'login', { email, password: secret });
  return { token, send: sender(stack, token) };
};

const signUp = async (stack: Stack, username: string) => {
  const email = `${username}@example.com`;
  const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false };
  const send = sender(stack);
  const account = { username, email, password, configStatus: 1, comunicationsLanguage: 'it', ...consents };
  const { data } = await send('POST', 'pros', account);
  return { id: (data as { id: string }).id, email, ...(await enter(stack, email)) };
};

/** A pro on the free plan, through the onboarding, made through the API. */
export const openAccount = async (stack: Stack, username: string, name = person.name) => {
  const account = await signUp(stack, username);
  await account.send('PUT', `pros/${account.id}`, { ...person, name, configStatus: 2 });
  await account.send('PUT', `pros/${account.id}`, { configStatus: 100, subscriptionName: 'free' });
  return account;
};

/** A pro with one clinic in Milan, two services and every day from nine to six, made through the API. */
export const openPractice = async (stack: Stack, username: string) => {
  const { id, email, token, send } = await openAccount(stack, username);
  const place = { name: 'Studio Aurora', provinceId: 'IT-MI', city: 'Milano', address: 'Via Garibaldi 12' };
  const clinic = { ...place, postalCode: '20121', ownerId: id, onlineBooking: true };
  const clinicId = ((await send('POST', 'clinics', clinic)).data as { id: string }).id;
  const rows = [service(clinicId, 'Prima visita'), service(clinicId, 'Controllo nei')];
  const services = (await send('POST', 'clinicservices', rows)).data as { id: string }[];
  const { data } = await send('POST', 'add_collaborator', {
    clinicId,
    proEmail: email,
    availability: [{ working_day: 9, starting_hour: '09:00', ending_hour: '18:00' }],
    services: services.map(({ id: serviceId }) => serviceId),
  });
  return {
    id,
    email,
    token,
    send,
    clinicId,
    serviceIds: services.map(({ id: serviceId }) => serviceId),
    hubServiceIds: (data as { hub: Hub }).hub.services.map(({ id: hubServiceId }) => hubServiceId),
  };
};

/** Another pro who was invited to the practice, and accepted; with a hub service to book. */
export const joinPractice = async (
  stack: Stack,
  practice: Awaited<ReturnType<typeof openPractice>>,
  username: string,
  name: string,
) => {
  const { email, send } = await openAccount(stack, username, name);
  const { data } = await practice.send('POST', 'add_collaborator', {
    clinicId: practice.clinicId,
    proEmail: email,
    availability: [{ working_day: 9, starting_hour: '09:00', ending_hour: '18:00' }],
    services: practice.serviceIds,
  });
  const { hub } = data as { hub: Hub };
  await send('PUT', `hubs/${hub.id}`, { status: 'active' });
  return { email, send, hubServiceIds: hub.services.map(({ id }) => id) };
};
