import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { select } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';
import { byId } from '../patient/queries.ts';
import { found } from '../rows.ts';
import type { Exports } from './export.ts';

/** What is held about a pro, and about their patients, as files. */
export const personalDataHandlers = (
  exports: Exports,
  { pool, viewings }: Pick<Dependencies, 'pool' | 'viewings'>,
) =>
  ({
    getPatientViews: async ({ params: { patientId }, caller }) => {
      const { proId } = proOf(caller);
      found((await select(pool, byId, [proId, patientId]))[0]);
      return { message: 'Views', data: await viewings.of(patientId) };
    },
    exportPatient: async ({ params: { patientId }, caller }) => {
      const { proId } = proOf(caller);
      const asked = { patientId, audience: 'pro', proId, by: `pro:${proId}` } as const;
      return { attachment: await exports.patient(asked) };
    },
    exportPro: async ({ params, caller }) => {
      const { proId } = proOf(caller);
      if (params.id !== proId) throw new Rejection('not-found');
      return { attachment: await exports.pro(proId, 'pro') };
    },
  }) satisfies Handlers;
