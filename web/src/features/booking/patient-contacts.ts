import type { PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { useFamily } from '../../lib/data/patients.api.ts';
import type { PatientDraft } from './patient-draft.ts';

type Contact = Pick<PatientView, 'name' | 'email' | 'prefix' | 'phone'>;
type Reached = Pick<PatientView, 'name' | 'email' | 'prefix' | 'phone' | 'responsible_id'>;

/** Returns the contact who is notified in place of the patient. */
export const responsibleFor = (
  patient: Pick<PatientView, 'responsible_id'>,
  patients: readonly PatientView[],
) => (patient.responsible_id === '' ? undefined : patients.find(({ id }) => id === patient.responsible_id));

/** Returns email and phone, with the name if they belong to a responsible contact. */
export const reachedBy = (patient: Reached, responsible: Contact | null | undefined): string => {
  const { name, email, prefix, phone } = responsible ?? { ...patient, name: '' };
  return [name, email, phone && `${prefix}\u00a0${phone}`].filter(Boolean).join(' · ');
};

/** Returns whether the booking is announced by mail; true until the contacts are loaded. */
export const isMailed = (patient: PatientDraft, family: readonly PatientView[]): boolean =>
  patient.responsible_id === '' ? patient.email !== '' : responsibleFor(patient, family)?.email !== '';

/** Returns the contacts who can be notified in place of the patient. */
export const useContacts = (pro: Pro, patient: PatientDraft | null): readonly PatientView[] =>
  useFamily(pro, patient?.responsible_id ? (patient.known ?? '') : '').data?.patients ?? [];
