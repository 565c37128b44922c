import type { Pro } from '@visita/contracts/pro/views';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOptions } from './use-options.ts';

/** Usual legal retention periods; the contract allows up to 50 years. */
const usual = [1, 2, 3, 5, 6, 10, 15, 20, 30];

/** Years that patient records are kept after the last appointment. */
export const Retention = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('settings');
  const { options, change } = useOptions(pro);
  const chosen = options.patientRetentionYears;
  const offered = [...new Set([0, ...usual, chosen])].toSorted((one, other) => one - other);
  return (
    <Select
      label={t(($) => $.records.field)}
      description={t(($) => $.records.hint)}
      data={offered.map((years) => ({
        value: String(years),
        label: years === 0 ? t(($) => $.records.keep) : t(($) => $.records.years, { count: years }),
      }))}
      value={String(chosen)}
      onChange={(years) => void change({ patientRetentionYears: Number(years) })}
      allowDeselect={false}
      styles={{ wrapper: { maxWidth: 360 } }}
    />
  );
};
