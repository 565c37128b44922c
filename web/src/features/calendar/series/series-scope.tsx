import type { BookingView } from '@visita/contracts/booking/views';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const scopes = ['one', 'following'] as const;
/** The visits that a change is about: one, or also those after it. */
export type Scope = (typeof scopes)[number];

/** Returns whether other visits of its series come after a visit. */
export const hasFollowing = ({ series }: BookingView): boolean =>
  series !== undefined && series.nth < series.of;

type Props = { value: Scope; onChange: (scope: Scope) => void };

/** Asks whether a change is about one visit of a series, or also about those after it. */
export const SeriesScope = ({ value, onChange }: Props) => {
  const { t } = useTranslation('series');
  return (
    <Radio.Group label={t(($) => $.scope.of)} value={value} onChange={onChange}>
      <Stack gap={6} mt={6}>
        {scopes.map((scope) => (
          <Radio key={scope} size="md" value={scope} label={t(($) => $.scope[scope])} />
        ))}
      </Stack>
    </Radio.Group>
  );
};
