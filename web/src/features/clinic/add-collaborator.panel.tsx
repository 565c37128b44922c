import { addCollaboratorBody } from '@visita/contracts/api/hub';
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { refreshClinics, type Availability } from '../../lib/data/clinic.api.ts';
import { messages, type MessageName } from '../../lib/text/messages.ts';
import { useTimer } from '../../lib/time/use-timer.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { Message } from '../../ui/feedback/message.tsx';
import { EmailField } from '../../ui/fields/text-fields.tsx';
import { useMessageText } from '../../lib/text/message-text.ts';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { AvailabilityRows, type HoursDraft } from './availability-rows.tsx';
import { ServiceChoice } from './service-choice.tsx';

type Result = { name: MessageName; error?: unknown };

/** Result of the invitation; it stays while hovered. */
const ResultBox = ({ result: { name, error }, onEnd }: { result: Result; onEnd: () => void }) => {
  const textOf = useMessageText();
  const hold = useTimer(messages[name].seconds, onEnd);
  return (
    <div {...hold}>
      <Message kind={messages[name].kind}>{textOf(name, error)}</Message>
    </div>
  );
};

type FieldProps = { value: string; onChange: (email: string) => void; onMyself: () => void };

const Invited = ({ value, onChange, onMyself }: FieldProps) => {
  const { t } = useTranslation('clinic');
  return (
    <EmailField
      autoComplete="off"
      value={value}
      onChange={onChange}
      rightSectionWidth={120}
      rightSection={
        <Button size="compact-sm" variant="light" onClick={onMyself}>
          {t(($) => $.collaborators.myself)}
        </Button>
      }
    />
  );
};

type RoleProps = { reception: boolean; onChange: (reception: boolean) => void };

const RoleField = ({ reception, onChange }: RoleProps) => {
  const { t } = useTranslation('clinic');
  return (
    <div>
      <NativeSelect
        label={t(($) => $.collaborators.role)}
        data={[
          { value: 'guest', label: t(($) => $.collaborators.professional) },
          { value: 'reception', label: t(($) => $.reception) },
        ]}
        value={reception ? 'reception' : 'guest'}
        onChange={(event) => onChange(event.currentTarget.value === 'reception')}
      />
      {reception && (
        <Text size="sm" c="dimmed" mt={6}>
          {t(($) => $.collaborators.receptionHint)}
        </Text>
      )}
    </div>
  );
};

type Props = {
  clinic: ClinicView;
  pro: Pro;
  /** True if the professional adds themselves. */
  myself?: boolean;
  onClose: () => void;
};

const useInvitation = ({ clinic, pro, myself = false }: Props) => {
  const services = clinic.clinic_services.filter(({ activated }) => activated);
  const { form, body, draft } = useBodyForm(
    addCollaboratorBody,
    {
      proEmail: myself ? pro.email : '',
      services: myself ? services.map(({ id }) => id) : [],
      availability: [] as Availability[],
      adding: null as HoursDraft | null,
      reception: false,
    },
    ({ adding: _adding, reception, ...values }) => ({
      clinicId: clinic.id,
      ...values,
      ...(reception &&
        values.proEmail !== pro.email && { role: 'reception' as const, services: [], availability: [] }),
    }),
    { name: `collaborator of ${clinic.id}, ${myself}` },
  );
  const chosen = form.values.services;
  // Owners who add themselves usually offer all services.
  const addMyself = () =>
    form.setValues({
      proEmail: pro.email,
      reception: false,
      services: chosen.length > 0 ? chosen : services.map(({ id }) => id),
    });
  const save = async (): Promise<'stay' | void> => {
    if (!body) return;
    await call('addCollaborator', { body });
    draft.discard();
    await Promise.all([refreshClinics(), refreshCalendar()]);
    // The panel stays open for another invitation.
    return 'stay';
  };
  return { form, draft, addMyself, send: body && save };
};

/** Panel to invite a collaborator, or to add oneself, with services and weekly hours. */
export const AddCollaboratorPanel = (props: Props) => {
  const { clinic, pro, onClose } = props;
  const { t } = useTranslation('clinic');
  const [result, setResult] = useState<Result | null>(null);
  const { form, draft, addMyself, send } = useInvitation(props);
  const { proEmail, availability, adding } = form.values;
  const reception = form.values.reception && proEmail !== pro.email;
  const save = async () => {
    setResult(null);
    return send?.();
  };
  return (
    <FormPanel
      title={t(($) => $.collaborators.panel, { clinic: clinic.name })}
      submit={t(($) => $.collaborators.save)}
      send={send && save}
      draft={draft}
      failed="invitationFailed"
      done={proEmail === pro.email ? 'selfAdded' : 'collaboratorInvited'}
      say={(name, error) => setResult({ name, error })}
      onClose={onClose}
    >
      <Stack gap="xl">
        {result && <ResultBox result={result} onEnd={() => setResult(null)} />}
        <Invited
          value={proEmail}
          onChange={(email) => form.setValues({ proEmail: email })}
          onMyself={addMyself}
        />
        {proEmail !== pro.email && (
          <RoleField reception={reception} onChange={(chosen) => form.setValues({ reception: chosen })} />
        )}
        {!reception && (
          <>
            <ServiceChoice clinic={clinic} {...form.getInputProps('services')} />
            <AvailabilityRows
              entries={availability}
              onChange={(entries) => form.setValues({ availability: entries })}
              adding={adding}
              onAdding={(next) => form.setValues({ adding: next })}
            />
          </>
        )}
      </Stack>
    </FormPanel>
  );
};
