import { plainOptions } from '@visita/contracts/pro/events';
import type { Pro } from '@visita/contracts/pro/views';
import { Input, NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './settings.module.css';
import { useOptions } from './use-options.ts';

type Option = 'calendarAvailabilityLimit' | 'manageNoticeHours' | 'bookingNoticeHours';

/** What is shown while it is typed and saved; several changes in a row are saved as one. */
const useNumber = (pro: Pro, option: Option) => {
  const { options, change } = useOptions(pro);
  const [typed, setTyped] = useState<number | string | null>(null);
  const schema = plainOptions.shape[option];
  const save = useDebouncedCallback(
    async (next: number) => {
      await change({ [option]: next });
      // Unless more was typed meanwhile.
      setTyped((latest) => (latest === next ? null : latest));
    },
    { delay: 400, flushOnUnmount: true },
  );
  const set = (next: number | string) => {
    setTyped(next);
    const parsed = schema.safeParse(next);
    if (parsed.success) save(parsed.data);
  };
  const [minimum, maximum] = [schema.minValue ?? 0, schema.maxValue ?? Infinity];
  return { shown: typed ?? options[option], set, minimum, maximum };
};

/** An option that is a whole number within the contract's bounds, in steps of one. */
export const NumberOption = ({ pro, option }: { pro: Pro; option: Option }) => {
  const { t } = useTranslation('settings');
  const { shown, set, minimum, maximum } = useNumber(pro, option);
  const step = (by: 1 | -1) => set(Math.min(maximum, Math.max(minimum, Number(shown) + by)));
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label={t(($) => $.numbers[option].field)}
      description={t(($) => $.numbers[option].hint, { minimum, maximum })}
    >
      <div className={classes['stepper']}>
        <IconButton
          icon="minus"
          size={36}
          variant="default"
          label={t(($) => $.numbers[option].less)}
          disabled={Number(shown) <= minimum}
          onClick={() => step(-1)}
        />
        <NumberInput
          id={id}
          value={shown}
          onChange={set}
          min={minimum}
          max={maximum}
          step={1}
          allowDecimal={false}
          allowNegative={false}
          hideControls
        />
        <IconButton
          icon="plus"
          size={36}
          variant="default"
          label={t(($) => $.numbers[option].more)}
          disabled={Number(shown) >= maximum}
          onClick={() => step(1)}
        />
      </div>
    </Input.Wrapper>
  );
};
