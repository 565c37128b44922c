import { addCollaboratorBody } from '@visita/contracts/api/clinic';
import { filterEmail } from '@visita/contracts/fields';
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/client.ts';
import { useTimer } from '../../lib/use-timer.ts';
import { Message } from '../../ui/message.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { AvailabilityRows } from './availability-rows.tsx';
import { refreshClinics, type Availability } from '../../lib/data/clinic.api.ts';
import classes from './clinic.module.css';

/** How long the result of an invitation stays, in milliseconds. */
const resultTime = 10_000;
const empty = { email: '', services: [] as string[], availability: [] as Availability[] };

type Props = { clinic: ClinicView; pro: Pro; onClose: () => void };
type Result = { kind: 'failed' | 'done'; text: string };

/** How the invitation went; hovering holds it. */
const ResultBox = ({ result, onEnd }: { result: Result; onEnd: () => void }) => {
  const hold = useTimer(resultTime, onEnd);
  return (
    <div {...hold}>
      <Message kind={result.kind}>{result.text}</Message>
    </div>
  );
};

/** Invites a collaborator, or oneself, with services and weekly availabilities. */
export const AddCollaboratorPanel = ({ clinic, pro, onClose }: Props) => {
  const { t, i18n } = useTranslation(['clinic', 'common']);
  const fading = useFading(onClose);
  const [values, setValues] = useState(empty);
  const [result, setResult] = useState<Result | null>(null);
  const [sending, setSending] = useState(false);
  const set = (change: Partial<typeof empty>) => setValues({ ...values, ...change });
  const body = addCollaboratorBody.safeParse({
    clinicId: clinic.id,
    proEmail: values.email,
    availability: values.availability,
    services: values.services,
  });

  const save = async () => {
    if (!body.success) return;
    setSending(true);
    setResult(null);
    try {
      await call('addCollaborator', { body: body.data });
      const myself = body.data.proEmail === pro.email;
      setValues(empty);
      await Promise.all([refreshClinics(), refreshCalendar()]);
      setResult({
        kind: 'done',
        text: myself ? t(($) => $.collaborators.doneMyself) : t(($) => $.collaborators.done),
      });
    } catch (error) {
      const key = `common:problems.${error instanceof ApiError ? error.code : ''}`;
      setResult({
        kind: 'failed',
        text: i18n.exists(key) ? t(key as never) : t(($) => $.collaborators.errorMessage),
      });
    }
    setSending(false);
  };

  const services = clinic.clinic_services.filter(({ activated }) => activated);
  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={t(($) => $.collaborators.panel, { clinic: clinic.name })}
      footer={
        <Button loading={sending} disabled={!body.success} onClick={() => void save()}>
          {t(($) => $.collaborators.save)}
        </Button>
      }
    >
      <Stack gap="xl">
        {result && <ResultBox result={result} onEnd={() => setResult(null)} />}
        <fieldset className={classes['fieldset']}>
          <legend>{t(($) => $.collaborators.who)}</legend>
          <TextInput
            label={t(($) => $.common.fields.email)}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            value={values.email}
            onChange={(event) => set({ email: filterEmail(event.currentTarget.value) })}
            rightSectionWidth={120}
            rightSection={
              <Button
                size="compact-sm"
                variant="light"
                onClick={() =>
                  set({
                    email: pro.email,
                    // Who adds themselves mostly offers all there is.
                    services: values.services.length > 0 ? values.services : services.map(({ id }) => id),
                  })
                }
              >
                {t(($) => $.collaborators.myself)}
              </Button>
            }
          />
        </fieldset>
        <Checkbox.Group
          label={t(($) => $.services.title)}
          value={values.services}
          onChange={(chosen) => set({ services: chosen })}
        >
          <Stack gap="xs" mt="xs">
            {services.map(({ id, serviceName, duration }) => (
              <Checkbox key={id} size="md" value={id} label={`${serviceName} (${duration} min)`} />
            ))}
            {services.length === 0 && <Text c="dimmed">{t(($) => $.services.none)}</Text>}
          </Stack>
        </Checkbox.Group>
        <AvailabilityRows entries={values.availability} onChange={(availability) => set({ availability })} />
      </Stack>
    </SidePanel>
  );
};
