import type { PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from './callout.tsx';
import { Compared } from './merge-with.tsx';

type Props = { pro: Pro; patient: PatientView; otherId: string; onDecided: () => void };

/** Says that another patient has the typed email, and offers to compare both records. */
export const EmailTaken = ({ onDecided, ...two }: Props) => {
  const { t } = useTranslation(['patients', 'common']);
  const [comparing, setComparing] = useState(false);
  return (
    <>
      <Callout icon="people" label={t(($) => $.duplicates.heading)} text={t(($) => $.edit.emailTaken)}>
        <Button variant="default" onClick={() => setComparing(true)}>
          {t(($) => $.duplicates.compare)}
        </Button>
      </Callout>
      <Modal
        opened={comparing}
        onClose={() => setComparing(false)}
        title={t(($) => $.duplicates.title)}
        closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
        size={680}
        centered
      >
        <Compared {...two} onDecided={onDecided} />
      </Modal>
    </>
  );
};
