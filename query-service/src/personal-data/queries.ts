import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { select } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';
import { recordsById } from '../patient/history.ts';
import { found } from '../rows.ts';
import type { Exports } from './export.ts';
import { viewsOf } from './patient-export.ts';

/** Returns the handlers that download all data about a pro and their patients. */
export const personalDataHandlers = (
  exports: Exports,
  { pool, viewings }: Pick<Dependencies, 'pool' | 'viewings'>,
) =>
  ({
    getPatientViews: async ({ params: { patientId }, caller }) => {
      const { proId } = proOf(caller);
      const rows = await select<{ patient_id: string }>(pool, recordsById, [proId, patientId]);
      const ids = [found(rows[0]), ...rows.slice(1)].map((row) => row.patient_id);
      return { message: 'Views', data: await viewsOf(viewings, ids) };
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
