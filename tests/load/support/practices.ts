import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '@visita/platform/auth/sessions';

/** A professional at a clinic of their own, who works every day, and one service of half an hour. */
export type Practice = { proId: string; clinicId: string; hubServiceId: string; token: string };

type Sent = { method: 'POST' | 'PUT'; url: string; token?: string; payload: object };

/** Opens practices through the calls that a pro's browser makes. */
export const openPractices = async (
  { app, sessions }: { app: FastifyInstance; sessions: Sessions },
  count: number,
): Promise<Practice[]> => {
  const send = async ({ method, url, token, payload }: Sent): Promise<unknown> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await app.inject({ method, url, payload, headers });
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`);
    return response.json();
  };
  const open = async (index: number): Promise<Practice> => {
    const signUp = { ...account, username: `pro_${index}`, email: `pro${index}@visita.example` };
    const pro = z.object({ data: z.object({ id: z.string() }) });
    const { id: proId } = pro.parse(await send({ method: 'POST', url: '/api/pros', payload: signUp })).data;
    const token = await sessions.start(proId);
    const url = `/api/pros/${proId}`;
    await send({ method: 'PUT', url, token, payload: { ...profile, configStatus: 2 } });
    await send({ method: 'PUT', url, token, payload: { configStatus: 100, subscriptionName: 'free' } });
    const clinic = await send({ method: 'POST', url: '/api/clinics', token, payload: place(proId) });
    const clinicId = pro.parse(clinic).data.id;
    const services = await send({
      method: 'POST',
      url: '/api/clinicservices',
      token,
      payload: [{ ...service, clinicId }],
    });
    const [first] = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(services).data;
    const hub = await send({
      method: 'POST',
      url: '/api/add_collaborator',
      token,
      payload: { clinicId, proEmail: signUp.email, availability: everyDay, services: [first!.id] },
    });
    return { proId, clinicId, hubServiceId: hubAnswer.parse(hub).data.hub.services[0]!.id, token };
  };
  const practices: Practice[] = [];
  for (let index = 0; index < count; index += 1) practices.push(await open(index));
  return practices;
};

const hubAnswer = z.object({
  data: z.object({ hub: z.object({ services: z.array(z.object({ id: z.string() })) }) }),
});

const account = {
  password: 'load-tests',
  comunicationsLanguage: 'it',
  termsConditions: true,
  privacyPolicy: true,
  marketingConsent: false,
  configStatus: 1,
};
const profile = { title: 'doc', name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' };
const place = (ownerId: string) => ({
  name: 'Studio Centro',
  provinceId: 'IT-RM',
  city: 'Roma',
  address: 'Via Appia 1',
  postalCode: '00183',
  ownerId,
  onlineBooking: true,
});
const service = { specializationId: 'dermatology', serviceName: 'Visita', duration: 30, price: 80 };
const everyDay = [{ working_day: 9, starting_hour: '08:00', ending_hour: '20:00' }];
