import { createClient, succeed } from '../../tests/support/http.ts';
import { registerPro } from '../../tests/support/http-practice.ts';

/** A professional at a clinic of their own, who works every day, and one service of half an hour. */
export type Practice = {
  proId: string;
  clinicId: string;
  hubId: string;
  hubServiceId: string;
  token: string;
};

/** Opens practices through the calls that a pro's browser makes. */
export const openPractices = async (address: string, count: number, name = 'pro'): Promise<Practice[]> => {
  const practices: Practice[] = [];
  for (let index = 0; index < count; index += 1) practices.push(await open(address, `${name}${index}`));
  return practices;
};

const open = async (address: string, username: string): Promise<Practice> => {
  const client = createClient(address);
  const { call } = client;
  const { proId, token, email } = await registerPro(client, username);
  const clinic = await succeed(call('openClinic', { body: { ...place, ownerId: proId }, token }));
  const clinicId = clinic.data.id;
  const services = await succeed(call('addClinicServices', { body: [{ ...service, clinicId }], token }));
  const hub = await succeed(
    call('addCollaborator', {
      body: {
        clinicId,
        proEmail: email,
        availability: everyDay,
        services: services.data.map(({ id }) => id),
      },
      token,
    }),
  );
  const { id: hubId, services: offered } = hub.data.hub;
  return { proId, clinicId, hubId, hubServiceId: offered[0]!.id, token };
};

const place = {
  name: 'Studio Centro',
  provinceId: 'IT-RM',
  city: 'Roma',
  address: 'Via Appia 1',
  postalCode: '00183',
  onlineBooking: true,
};
const service = { specializationId: 'dermatology', serviceName: 'Visita', duration: 30, price: 80 };
const everyDay = [{ working_day: 9, starting_hour: '08:00', ending_hour: '20:00' }];
