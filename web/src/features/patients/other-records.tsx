import type { PatientView } from '@visita/contracts/booking/views';
import type { ClinicRecord } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClinicPatientSearch } from '../../lib/data/patients.api.ts';
import { Fieldset } from '../../ui/fields/fieldset.tsx';

/** Returns the records of the clinic that belong to the same person as a patient's. */
export const useOtherRecords = (pro: Pro, patient: PatientView): readonly ClinicRecord[] => {
  const byEmail = useClinicPatientSearch(pro, patient.email);
  const byPhone = useClinicPatientSearch(pro, patient.phone && `${patient.prefix}${patient.phone}`);
  const persons = [...byEmail.found, ...byPhone.found].map(({ others, ...first }) => [first, ...others]);
  const ofPerson = persons.filter((records) => records.some(({ id }) => id === patient.id)).flat();
  const byId = new Map(ofPerson.map((record) => [record.id, record]));
  byId.delete(patient.id);
  return [...byId.values()];
};

const isKept = ({ restricted, legal_hold: held }: ClinicRecord) => restricted === true || held !== undefined;

type Props = {
  records: readonly ClinicRecord[];
  /** Ids of the records to correct too. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Lists the person's other records, of which each can be selected to get the same correction. */
export const OtherRecords = ({ records, value, onChange }: Props) => {
  const { t } = useTranslation('patients');
  const described = (record: ClinicRecord) => {
    const { restricted, legal_hold: held, name, email, prefix, phone } = record;
    if (restricted) return t(($) => $.others.restricted);
    if (held !== undefined) return t(($) => $.others.held);
    return [name, email, phone && `${prefix} ${phone}`].filter(Boolean).join(' · ');
  };
  if (records.length === 0) return null;
  return (
    <Fieldset title={t(($) => $.others.title)}>
      <Checkbox.Group value={[...value]} onChange={onChange} description={t(($) => $.others.hint)}>
        <Stack gap="sm" mt="xs">
          {records.map((record) => (
            <Checkbox
              key={record.id}
              size="md"
              value={record.id}
              label={t(($) => $.clinic.with, { professional: record.professional })}
              description={described(record)}
              disabled={isKept(record)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Fieldset>
  );
};
