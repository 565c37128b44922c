import type { Erased } from '@visita/contracts/event';
import type { PatientContact, PatientEvent } from '@visita/contracts/patient/events';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/decider';

export type PatientState =
  | { readonly status: 'none' }
  | {
      readonly status: 'registered';
      readonly patientId: string;
      readonly proId: string;
      readonly email: string | Erased;
      readonly contact: PatientContact | Erased;
    };

export type PatientCommand =
  | { type: 'register'; patientId: string; proId: string; email: string; contact: PatientContact }
  | { type: 'update'; contact: PatientContact };

/** Decides `patient-<id>`. Registering again never overwrites what is stored (decision 17). */
export const patientDecider: Decider<PatientState, PatientEvent, PatientCommand> = {
  stream: (id) => `patient-${id}`,
  initialState: { status: 'none' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'PatientRegistered':
        return { status: 'registered', ...event.data };
      case 'PatientUpdated':
        return state.status === 'none' ? state : { ...state, contact: event.data.contact };
    }
  },
  decide: (command, state) => {
    switch (command.type) {
      case 'register': {
        if (state.status === 'registered') return [];
        const { patientId, proId, email, contact } = command;
        return [{ type: 'PatientRegistered', data: { patientId, proId, email, contact } }];
      }
      case 'update': {
        if (state.status === 'none') throw new Rejection('not-found');
        if (JSON.stringify(state.contact) === JSON.stringify(command.contact)) return [];
        const { patientId, proId } = state;
        return [{ type: 'PatientUpdated', data: { patientId, proId, contact: command.contact } }];
      }
    }
  },
};
