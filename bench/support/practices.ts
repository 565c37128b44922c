import { createClient } from '../../tests/support/http.ts';
import { openClinic, registerPro } from '../../tests/support/http-practice.ts';

/** A professional at a clinic of their own, working every day, with one service of half an hour. */
export type Practice = {
  proId: string;
  clinicId: string;
  hubId: string;
  hubServiceId: string;
  token: string;
};

/** Opens practices through the calls of a pro's browser. */
export const openPractices = async (address: string, count: number, name = 'pro'): Promise<Practice[]> => {
  const practices: Practice[] = [];
  for (let index = 0; index < count; index += 1) practices.push(await open(address, `${name}${index}`));
  return practices;
};

const open = async (address: string, username: string): Promise<Practice> => {
  const client = createClient(address);
  const pro = await registerPro(client, username);
  const { clinicId, hubId, offers } = await openClinic(client, pro, 'Studio Centro', { visits, hours });
  return { proId: pro.proId, clinicId, hubId, hubServiceId: offers[0], token: pro.token };
};

const visits = [{ specializationId: 'dermatology', serviceName: 'Visita', duration: 30 }];
const hours = { working_day: 9, starting_hour: '08:00', ending_hour: '20:00' };
