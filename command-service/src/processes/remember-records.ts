import type { EventNamed } from '@visita/contracts/events';
import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import type { PatientRecords } from '../patient/records.ts';

type Deps = {
  domain: Pick<Domain, 'bookings' | 'patients' | 'pros'>;
  records: Omit<PatientRecords, 'ofPro' | 'toLookAt' | 'termOf'>;
};

/** Cancelled and missed appointments count too: the record was in use until then. */
const used = async (
  { domain, records }: Deps,
  { data: { bookingId }, revision }: EventNamed<'BookingContactNamed' | 'BookingMoved' | 'BookingHandedOver'>,
): Promise<void> => {
  const { state } = await domain.bookings.load(bookingId, revision);
  if (state.status === 'none') return;
  const { patientId, proId, told } = state;
  const at = new Date(state.start);
  await records.put({ patientId, proId, at });
  if (told) await records.put({ patientId: told.contactId, proId, at });
};

const announced = async (
  { domain, records }: Deps,
  { data }: EventNamed<'PatientErasureAnnounced' | 'PatientErasureCalledOff'>,
): Promise<void> => {
  const { state } = await domain.patients.load(data.patientId);
  if (state.status !== 'registered') return;
  await records.announce(data, state.leaves && new Date(state.leaves.due));
};

const chosen = async ({ domain, records }: Deps, proId: string): Promise<void> => {
  const { state } = await domain.pros.load(proId);
  if (state.status === 'registered') await records.keepFor(proId, state.options.patientRetentionYears);
  else await records.forgetPro(proId);
};

/** Maintains the index of records with their last use and retention period. */
export const rememberRecords = (deps: Deps): Process => {
  const { records } = deps;
  return {
    name: 'remember-records',
    impersonal: true,
    on: {
      PatientRegistered: ({ data, metadata }) => records.put({ ...data, at: new Date(metadata.time) }),
      BookingPlaced: ({ data }) => records.put({ ...data, at: new Date(data.start) }),
      BookingContactNamed: (event) => used(deps, event),
      BookingMoved: (event) => used(deps, event),
      BookingHandedOver: (event) => used(deps, event),
      PatientErasureAnnounced: (event) => announced(deps, event),
      PatientErasureCalledOff: (event) => announced(deps, event),
      PatientErasureRequested: ({ data }) => records.remove(data.patientId),
      OptionsChanged: async ({ data: { proId, changes } }) => {
        if (changes.patientRetentionYears !== undefined) await chosen(deps, proId);
      },
      ProDeletionRequested: ({ data }) => records.forgetPro(data.proId),
    },
  };
};
