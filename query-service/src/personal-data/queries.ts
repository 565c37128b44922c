import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Exports } from './export.ts';

/** What is held about a pro, and about their patients, as files. */
export const personalDataHandlers = (exports: Exports) =>
  ({
    exportPatient: async ({ params, caller }) => ({
      attachment: await exports.patient(params.patientId, 'pro', proOf(caller).proId),
    }),
    exportPro: async ({ params, caller }) => {
      const { proId } = proOf(caller);
      if (params.id !== proId) throw new Rejection('not-found');
      return { attachment: await exports.pro(proId, 'pro') };
    },
  }) satisfies Handlers;
