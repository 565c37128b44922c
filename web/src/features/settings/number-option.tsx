import { plainOptions } from '@visita/contracts/pro/events';
import type { Pro } from '@visita/contracts/pro/views';
import { Input } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../lib/text/amount.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { IconButton } from '../../ui/icons/icon-button.tsx';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import classes from './settings.module.css';
import { useOptions } from './use-options.ts';

type Option = 'calendarAvailabilityLimit' | 'manageNoticeHours' | 'bookingNoticeHours';

/** Value while typed and saved; rapid changes are saved as one. */
const useNumber = (pro: Pro, option: Option) => {
  const { options, change } = useOptions(pro);
  const [typed, setTyped, draft] = useDraft<Amount | null>(`option ${option}`, null);
  const latest = useRef(typed);
  const schema = plainOptions.shape[option];
  const save = useDebouncedCallback(
    async (next: number) => {
      await change({ [option]: next });
      if (latest.current === next) draft.discard();
    },
    { delay: 400, flushOnUnmount: true },
  );
  const set = (next: Amount) => {
    latest.current = next;
    setTyped(next);
    const parsed = schema.safeParse(next);
    if (parsed.success) save(parsed.data);
  };
  const saveKept = useEffectEvent(() => typed !== null && set(typed));
  // Saves a value that was typed before the page was left.
  useEffect(() => void saveKept(), []);
  const [minimum, maximum] = [schema.minValue ?? 0, schema.maxValue ?? Infinity];
  // Steps start from the saved value if the typed text is no number.
  const from = Number.isNaN(typed) ? options[option] : Number(typed ?? options[option]);
  const step = (by: 1 | -1) => set(Math.min(maximum, Math.max(minimum, from + by)));
  const leave = () => typed === '' && draft.discard();
  return { shown: typed ?? options[option], set, step, leave, minimum, maximum };
};

/** Option that is an integer within the contract's bounds, in steps of one. */
export const NumberOption = ({ pro, option }: { pro: Pro; option: Option }) => {
  const { t } = useTranslation('settings');
  const { shown, set, step, leave, minimum, maximum } = useNumber(pro, option);
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
        <AmountField
          clamped
          id={id}
          value={shown}
          onChange={set}
          onBlur={leave}
          min={minimum}
          max={maximum}
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
