import { plainOptions } from '@visita/contracts/pro/events';
import type { Pro } from '@visita/contracts/pro/views';
import { ActionIcon, Input, NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import classes from './settings.module.css';
import { useOptions } from './use-options.ts';

const limit = plainOptions.shape.calendarAvailabilityLimit;
const minimum = limit.minValue ?? 20;
const maximum = limit.maxValue ?? 60;

/** How many days ahead patients may book, in steps of one; several steps are saved as one. */
export const AvailabilityLimit = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('settings');
  const { options, change } = useOptions(pro);
  const [typed, setTyped] = useState<number | string | null>(null);
  const days = typed ?? options.calendarAvailabilityLimit;
  const save = useDebouncedCallback(
    async (next: number) => {
      await change({ calendarAvailabilityLimit: next });
      setTyped(null);
    },
    { delay: 400, flushOnUnmount: true },
  );
  const set = (next: number | string) => {
    setTyped(next);
    const parsed = limit.safeParse(next);
    if (parsed.success) save(parsed.data);
  };
  const step = (by: 1 | -1) => set(Math.min(maximum, Math.max(minimum, Number(days) + by)));
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label={t(($) => $.limit.field)}
      description={t(($) => $.limit.hint, { minimum, maximum })}
    >
      <div className={classes['stepper']}>
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t(($) => $.limit.less)}
          disabled={Number(days) <= minimum}
          onClick={() => step(-1)}
        >
          <Icon name="minus" size={18} />
        </ActionIcon>
        <NumberInput
          id={id}
          value={days}
          onChange={set}
          min={minimum}
          max={maximum}
          step={1}
          allowDecimal={false}
          allowNegative={false}
          hideControls
        />
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t(($) => $.limit.more)}
          disabled={Number(days) >= maximum}
          onClick={() => step(1)}
        >
          <Icon name="plus" size={18} />
        </ActionIcon>
      </div>
    </Input.Wrapper>
  );
};
