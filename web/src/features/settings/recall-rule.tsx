import { type RecallRule, recallTagMaximum } from '@visita/contracts/recall/rules';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icons/icon-button.tsx';
import classes from './recall-rule.module.css';
import type { Service } from './services.ts';

/** Months after a visit that are offered; a rule may have another number. */
const offered = [1, 2, 3, 4, 6, 9, 12, 18, 24, 36, 48, 60];

type Props = {
  rule: RecallRule;
  /** Number of the rule, from 1. */
  nth: number;
  services: readonly Service[];
  onChange: (rule: RecallRule) => void;
  onRemove: () => void;
};

/** Fields of one rule; each change is saved at once. */
export const RecallRuleRow = ({ rule, nth, services, onChange, onRemove }: Props) => {
  const { t } = useTranslation('recalls');
  const { clinicServiceId, months, tag, treatment, automatic } = rule;
  const isKnown = clinicServiceId === null || services.some(({ id }) => id === clinicServiceId);
  const choices = [...new Set([...offered, months])].toSorted((one, other) => one - other);
  return (
    <li className={classes['rule']} aria-label={t(($) => $.rules.nth, { count: nth })}>
      <div className={classes['fields']}>
        <NativeSelect
          label={t(($) => $.rules.when)}
          data={choices.map((count) => ({
            value: String(count),
            label: t(($) => $.rules.months, { count }),
          }))}
          value={String(months)}
          onChange={({ currentTarget: { value } }) => onChange({ ...rule, months: Number(value) })}
        />
        <NativeSelect
          label={t(($) => $.rules.service)}
          data={[
            { value: '', label: t(($) => $.rules.any) },
            ...services.map(({ id, name }) => ({ value: id, label: name })),
            ...(isKnown ? [] : [{ value: clinicServiceId, label: t(($) => $.rules.otherService) }]),
          ]}
          value={clinicServiceId ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...rule, clinicServiceId: value || null })}
        />
        <TextInput
          label={t(($) => $.rules.tag)}
          placeholder={t(($) => $.rules.everyone)}
          maxLength={recallTagMaximum}
          // Typing saves nothing until the field is left.
          key={tag}
          defaultValue={tag ?? ''}
          onBlur={({ currentTarget: { value } }) => {
            const typed = value.trim() || null;
            if (typed !== tag) onChange({ ...rule, tag: typed });
          }}
        />
        <IconButton icon="trash" label={t(($) => $.rules.remove, { count: nth })} onClick={onRemove} />
      </div>
      <Switch
        size="md"
        label={t(($) => $.rules.treatment)}
        description={t(($) => $.rules.treatmentHint)}
        checked={treatment}
        onChange={(event) => onChange({ ...rule, treatment: event.currentTarget.checked })}
      />
      <Switch
        size="md"
        label={t(($) => $.rules.automatic)}
        description={t(($) => (treatment ? $.rules.automaticAll : $.rules.automaticConsent))}
        checked={automatic}
        onChange={(event) => onChange({ ...rule, automatic: event.currentTarget.checked })}
      />
    </li>
  );
};
