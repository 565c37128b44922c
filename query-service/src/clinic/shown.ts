import { select } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import { bookableHubs } from './membership.ts';
import { readClinics } from './rows.ts';

const hubClinicsOf = {
  name: 'hub-clinics',
  text: `select distinct clinic_id from read.hubs where pro_id = $1 and status = 'active'`,
};
const pageClinicsOf = {
  name: 'page-clinics',
  text: `select clinic_id from read.clinics where owner_id = $1
    union select clinic_id from read.hubs where pro_id = $1 and status = 'active'`,
};
const proExists = { name: 'pro-exists', text: 'select 1 from read.pros where pro_id = $1' };

type Query = typeof hubClinicsOf;

/**
 * Creates reads of a pro's booking page, for visitors, or as a preview for the pro. The preview
 * includes the pro's hubs even before their email address is verified.
 */
export const createShown = (
  { pool, strict, clock }: Pick<Dependencies, 'pool' | 'strict' | 'clock'>,
  viewer?: string,
) => {
  const read = async (query: Query, proId: string) => {
    found((await select(pool, proExists, [proId]))[0]);
    const rows = await select<{ clinic_id: string }>(pool, query, [proId]);
    const all = await readClinics(
      { pool, clock },
      rows.map(({ clinic_id }) => clinic_id),
    );
    return { all, bookable: bookableHubs(all, strict, viewer) };
  };
  return {
    clinicsOf: async (proId: string) => {
      const { all, bookable } = await read(pageClinicsOf, proId);
      const open = new Set(bookable.map(({ clinic_id }) => clinic_id));
      return { all, clinics: all.clinics.filter(({ clinic_id }) => open.has(clinic_id)) };
    },
    hubsOf: async (proId: string) => {
      const { all, bookable } = await read(hubClinicsOf, proId);
      return { all, hubs: bookable.filter((hub) => hub.pro_id === proId) };
    },
  };
};
