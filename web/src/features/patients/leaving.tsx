import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Callout } from './callout.tsx';

type Props = { count: number; only: boolean; onChange: (only: boolean) => void };

/** Number of records due for erasure, with a filter that lists only them. */
export const LeavingRecords = ({ count, only, onChange }: Props) => {
  const { t } = useTranslation('patients');
  if (count === 0 && !only) return null;
  return (
    <Callout icon="clock" label={t(($) => $.leaving.heading)} text={t(($) => $.leaving.text, { count })}>
      <Button variant="default" aria-pressed={only} onClick={() => onChange(!only)}>
        {only ? t(($) => $.leaving.everybody) : t(($) => $.leaving.show)}
      </Button>
    </Callout>
  );
};
