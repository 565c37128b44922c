import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type HubAtClinic, nameOf } from '../../lib/booking/hubs.ts';
import { visitsPath } from '../../lib/page/paths.ts';
import { dayOf, wallNow } from '../../lib/time/wall-clock.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Section } from '../../ui/layout/section.tsx';

/** Leads to the visits of one professional on one day, which needs no vacation function. */
export const DayVisits = ({ hubs }: { hubs: readonly HubAtClinic[] }) => {
  const { t } = useTranslation(['inactivity', 'appointment']);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(dayOf(wallNow(undefined)));
  const hub = chosen ?? (hubs.length === 1 ? (hubs[0]?.id ?? null) : null);
  const several = new Set(hubs.map(({ clinicId }) => clinicId)).size > 1;
  return (
    <Section title={t(($) => $.absence.title)}>
      <Stack gap="sm" mt="xs">
        <Text c="dimmed">{t(($) => $.absence.text)}</Text>
        <Group gap="12px 16px" align="end">
          <NativeSelect
            label={t(($) => $.absence.professional)}
            data={[
              { value: '', label: t(($) => $.fields.choose) },
              ...hubs.map((one) => ({
                value: one.id,
                label: several ? `${nameOf(one)} · ${one.name}` : nameOf(one),
              })),
            ]}
            value={hub ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value || null)}
          />
          <DateField
            label={t(($) => $.absence.day)}
            placeholder={t(($) => $.appointment.datePlaceholder)}
            value={day}
            onChange={setDay}
          />
          <Button
            variant="light"
            disabled={hub === null || day === null}
            onClick={() => hub && day && void navigate(visitsPath({ hub, day }))}
          >
            {t(($) => $.absence.show)}
          </Button>
          {(hub === null || day === null) && (
            <Text c="dimmed" py={7}>
              {t(($) => $.absence.missing)}
            </Text>
          )}
        </Group>
      </Stack>
    </Section>
  );
};
