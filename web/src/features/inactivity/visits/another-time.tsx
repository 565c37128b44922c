import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FreeTime, FreeTimes } from '../../../ui/fields/free-times.tsx';
import type { Choice } from './proposals.ts';
import { questionOf } from './use-free-times.ts';
import { useShortWhen } from './visit-row.tsx';

type Props = {
  visit: BookingView;
  /** The clinic's services, separated by commas. */
  services: string;
  /** First day of the list. */
  from: string;
  choice: Choice | undefined;
  allows: (time: FreeTime) => boolean;
  onChoose: (time: FreeTime) => void;
  onClose: () => void;
};

/** Dialog with the free times of all professionals for a visit. */
export const AnotherTime = ({ visit, services, from, choice, allows, onChoose, onClose }: Props) => {
  const { t } = useTranslation(['inactivity', 'common']);
  const when = useShortWhen();
  const to = choice && choice !== 'cancel' ? choice.to : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.visits.anotherTitle, { patient: visit.patient_name })}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      centered
    >
      <Stack>
        <Text c="dimmed">{`${when(visit.date)} · ${visit.service} · ${visit.doctor_name}`}</Text>
        <FreeTimes
          clinicId={visit.clinic_id}
          {...questionOf(services)}
          proId={undefined}
          day={from}
          chosen={{ day: to?.day ?? null, time: to?.time ?? '', hubServiceId: to?.hubServiceId }}
          allows={allows}
          onChoose={onChoose}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(($) => $.common.actions.cancel)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
