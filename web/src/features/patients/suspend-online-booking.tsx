import type { PatientView } from '@visita/contracts/booking/views';
import { Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { putSuspension } from '../../lib/data/patients.api.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import { MenuAction } from '../../ui/panels/menu-action.tsx';

/** Suspends or restores a patient's online booking, with a recorded reason. */
export const SuspendOnlineBooking = ({ patient }: { patient: PatientView }) => {
  const { t } = useTranslation('patients');
  const [reason, setReason, draft] = useDraft(`suspension ${patient.id}`, '');
  const which = patient.suspended === undefined ? 'suspend' : 'resume';
  const act = async () => {
    const suspended = which === 'suspend';
    const body = { suspended, reason: suspended ? reason.trim() : '' };
    await call('suspendOnlineBooking', { params: { patientId: patient.id }, body });
    await putSuspension(patient.id, suspended ? body.reason : undefined);
    draft.discard();
  };
  return (
    <ConfirmAction
      trigger={(ask) => (
        <MenuAction icon="away" onClick={ask}>
          {t(($) => $.onlineBooking[which].open)}
        </MenuAction>
      )}
      title={t(($) => $.onlineBooking[which].title, { patient: patient.name })}
      text={
        <Stack>
          <Text>{t(($) => $.onlineBooking[which].text)}</Text>
          {which === 'suspend' && (
            <Textarea
              label={t(($) => $.onlineBooking.reason)}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Stack>
      }
      confirm={t(($) => $.onlineBooking[which].open)}
      act={act}
      failed="patientUpdateFailed"
      done={which === 'suspend' ? 'onlineBookingSuspended' : 'onlineBookingResumed'}
    />
  );
};
