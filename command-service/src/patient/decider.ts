import type { Erased } from '@visita/contracts/event';
import type { PatientContact, PatientEvent } from '@visita/contracts/patient/events';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

type Ids = { readonly patientId: string; readonly proId: string };

export type PatientState =
  | { readonly status: 'none' }
  | (Ids & {
      readonly status: 'registered';
      readonly email: string | Erased;
      readonly contact: PatientContact | Erased;
    })
  /** On the way out: nothing personal is kept here any more. */
  | (Ids & { readonly status: 'leaving'; readonly mailsDeleted: boolean })
  | (Ids & { readonly status: 'erased' });

export type PatientCommand =
  | { type: 'register'; patientId: string; proId: string; email: string; contact: PatientContact }
  | { type: 'update'; contact: PatientContact }
  | { type: 'request-erasure'; patientId: string; proId: string }
  | { type: 'finish-erasure' };

const evolve = (state: PatientState, event: PatientEvent): PatientState => {
  const { patientId, proId } = event.data;
  switch (event.type) {
    case 'PatientRegistered':
      return { status: 'registered', ...event.data };
    case 'PatientUpdated':
      return state.status === 'registered' ? { ...state, contact: event.data.contact } : state;
    case 'PatientErasureRequested':
      return { status: 'leaving', patientId, proId, mailsDeleted: false };
    case 'PatientMailsDeleted':
      return state.status === 'leaving' ? { ...state, mailsDeleted: true } : state;
    case 'PatientErased':
      return { status: 'erased', patientId, proId };
  }
};

const decide = (command: PatientCommand, state: PatientState): readonly PatientEvent[] => {
  switch (command.type) {
    case 'register': {
      // Who is being erased comes back as somebody new, under another id.
      if (state.status !== 'none') return [];
      const { patientId, proId, email, contact } = command;
      return [{ type: 'PatientRegistered', data: { patientId, proId, email, contact } }];
    }
    case 'update': {
      if (state.status !== 'registered') throw new Rejection('not-found');
      if (JSON.stringify(state.contact) === JSON.stringify(command.contact)) return [];
      const { patientId, proId } = state;
      return [{ type: 'PatientUpdated', data: { patientId, proId, contact: command.contact } }];
    }
    case 'request-erasure': {
      // Somebody who never confirmed has no record, and can be erased all the same.
      if (state.status === 'leaving' || state.status === 'erased') return [];
      const { patientId, proId } = command;
      return [{ type: 'PatientErasureRequested', data: { patientId, proId } }];
    }
    case 'finish-erasure': {
      if (state.status !== 'leaving' || !state.mailsDeleted) return [];
      return [{ type: 'PatientErased', data: { patientId: state.patientId, proId: state.proId } }];
    }
  }
};

/** Decides `patient-<id>`. Registering again never overwrites what is stored. */
export const patientDecider: Decider<PatientState, PatientEvent, PatientCommand> = {
  stream: (id) => `patient-${id}`,
  initialState: { status: 'none' },
  evolve,
  decide,
};
