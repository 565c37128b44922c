import type { Subject } from '@visita/contracts/event';
import type { PatientEvent } from '@visita/contracts/patient/events';
import type { ProEvent } from '@visita/contracts/pro/events';
import { createStreams, type Decider } from '@visita/platform/runtime/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Process } from '@visita/platform/runtime/process';
import { type Tracer, untraced } from '@visita/platform/telemetry/tracer';

/** Folds a stream to whether its mails are still to be deleted. */
const patients: Decider<boolean, PatientEvent, { patientId: string; proId: string }> = {
  stream: (id) => `patient-${id}`,
  initialState: false,
  evolve: (asked, { type }) =>
    type === 'PatientErasureRequested' || (asked && type !== 'PatientMailsDeleted'),
  decide: (data, asked) => (asked ? [{ type: 'PatientMailsDeleted', data }] : []),
};
const pros: Decider<boolean, ProEvent, { proId: string }> = {
  stream: (id) => `pro-${id}`,
  initialState: false,
  evolve: (asked, { type }) => type === 'ProDeletionRequested' || (asked && type !== 'ProMailsDeleted'),
  decide: (data, asked) => (asked ? [{ type: 'ProMailsDeleted', data }] : []),
};

type Deps = {
  store: EventStore;
  /** Deletes the mails about a person; throws if it is to be tried again. */
  forget(subject: Subject): Promise<void>;
  tracer?: Tracer;
};

/** Deletes the mails about a person when their erasure is requested, and records that it is done. */
export const forgetErased = ({ store, forget, tracer = untraced }: Deps): Process => {
  const patientStreams = createStreams(store, patients, { tracer });
  const proStreams = createStreams(store, pros, { tracer });
  return {
    name: 'forget-erased',
    on: {
      PatientErasureRequested: async ({ data: { patientId, proId } }, cause) => {
        await forget(`patient-${patientId}`);
        await patientStreams.execute(patientId, { patientId, proId }, cause);
      },
      ProDeletionRequested: async ({ data: { proId } }, cause) => {
        await forget(`pro-${proId}`);
        await proStreams.execute(proId, { proId }, cause);
      },
      ClinicErased: ({ data: { clinicId } }) => forget(`clinic-${clinicId}`),
    },
  };
};
