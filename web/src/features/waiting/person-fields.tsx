import { Autocomplete, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { contactIn } from '../../lib/booking/typed-contact.ts';
import { usePatientSearch, type KnownPatient } from '../../lib/data/patients.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { useFocusOnShow } from '../../ui/fields/use-next-focus.ts';

/** A person to put on the list; `id` is empty if they are not a registered patient. */
export type Person = { id: string; name: string; email: string; prefix: string; phone: string };

type Props = { person: Person; onChange: (changed: Partial<Person>) => void };

const reachedBy = ({ email, prefix, phone }: Omit<Person, 'id' | 'name'>): string =>
  [email, phone && `${prefix}\u00A0${phone}`].filter(Boolean).join(' · ');

/** Name of the person; patients whose name, email or phone it is are proposed. */
const NameField = ({ person, onChange }: Props) => {
  const { t } = useTranslation('waiting');
  const { name, prefix } = person;
  const { found } = usePatientSearch(usePro(), name);
  const choose = (chosen: string) => {
    const patient = found.find(({ id }) => id === chosen);
    if (patient) onChange({ ...contactOf(patient), prefix: patient.prefix || prefix, id: patient.id });
  };
  return (
    <Autocomplete
      label={t(($) => $.staff.name)}
      description={t(($) => $.staff.nameHint)}
      required
      maxLength={120}
      data-autofocus
      data={found.map((patient) => ({ value: patient.id, label: patient.name }))}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const patient = found.find(({ id }) => id === option.value);
        return patient ? <Proposed patient={patient} /> : null;
      }}
      value={name}
      onChange={(typed) => onChange({ name: typed })}
      onOptionSubmit={choose}
      onBlur={() => name.trim() !== '' && onChange({ name: '', ...contactIn(name, prefix) })}
    />
  );
};

const contactOf = ({ name, email, phone }: KnownPatient) => ({ name, email, phone });

const Proposed = ({ patient }: { patient: KnownPatient }) => (
  <div>
    <Text size="sm">{patient.name}</Text>
    <Text size="xs" c="dimmed">
      {[reachedBy(patient.responsible ?? patient), patient.professional].filter(Boolean).join(' · ')}
    </Text>
  </div>
);

/** The chosen patient, which takes the focus of the field that it replaces. */
const Chosen = ({ person, onChange }: { person: Person; onChange: () => void }) => {
  const { t } = useTranslation('appointment');
  const card = useRef<HTMLDivElement>(null);
  useFocusOnShow(card, true);
  return (
    <Group
      ref={card}
      tabIndex={-1}
      role="group"
      aria-label={person.name}
      justify="space-between"
      wrap="nowrap"
    >
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600}>{person.name}</Text>
        <Text size="sm" c="dimmed">
          {reachedBy(person)}
        </Text>
      </div>
      <Button variant="default" size="xs" flex="none" onClick={onChange}>
        {t(($) => $.patient.change)}
      </Button>
    </Group>
  );
};

/** Fields of a person: a registered patient is chosen by the name, another person is typed. */
export const PersonFields = ({ person, onChange }: Props) => {
  const { t } = useTranslation('waiting');
  const { id, email, prefix, phone } = person;
  if (id !== '')
    return <Chosen person={person} onChange={() => onChange({ id: '', name: '', email: '', phone: '' })} />;
  return (
    <Stack>
      <NameField person={person} onChange={onChange} />
      <TextInput
        label={t(($) => $.staff.email)}
        inputMode="email"
        value={email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <PhoneField prefix={prefix} phone={phone} onChange={onChange} />
    </Stack>
  );
};
