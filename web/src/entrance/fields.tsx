import { filterPassword, passwordMinimum } from '@visita/contracts/filters';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { strengthOf, strengths } from '../lib/session/password-strength.ts';
import { useEmailFilter } from '../lib/hooks/use-email-filter.ts';
import { Icon } from '../ui/icons/icons.tsx';
import style from './fields.module.css';
import { Field } from './parts.tsx';

type Typed = Pick<ComponentProps<typeof Field>, 'hint' | 'error' | 'autoComplete'> & {
  value: string;
  onChange: (value: string) => void;
};

export const EmailField = ({ onChange, ...field }: Typed) => {
  const { t } = useTranslation('common');
  const { hint, onType } = useEmailFilter(onChange);
  return (
    <Field
      label={t(($) => $.fields.email)}
      hint={hint}
      live
      inputMode="email"
      autoCapitalize="none"
      maxLength={254}
      onChange={onType}
      {...field}
    />
  );
};

/** Password field with a button to show the password. */
export const PasswordField = ({ label, onChange, ...field }: Typed & { label?: string }) => {
  const { t } = useTranslation('common');
  const [seen, setSeen] = useState(false);
  return (
    <Field
      type={seen ? 'text' : 'password'}
      label={label ?? t(($) => $.fields.password)}
      maxLength={128}
      onChange={(typed) => onChange(filterPassword(typed))}
      beside={
        <button
          type="button"
          aria-label={t(($) => $.fields.showPassword)}
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
        >
          <Icon name={seen ? 'unseen' : 'seen'} size={20} />
        </button>
      }
      {...field}
    />
  );
};

/** Strength of a password, as a bar and a word. */
const Strength = ({ password }: { password: string }) => {
  const { t } = useTranslation('auth');
  const strength = strengthOf(password);
  return (
    <div className={style['meter']} data-strength={strength}>
      <span className={style['bars']} aria-hidden="true">
        {strengths.map((one, index) => (
          <span key={one} data-on={index <= strengths.indexOf(strength)} />
        ))}
      </span>
      <span role="status">{t(($) => $.strength[strength])}</span>
    </div>
  );
};

type NewPasswordProps = Pick<Typed, 'value' | 'onChange'> & {
  label?: string;
  /** Error about a password that the server refused. */
  refused?: string | false;
};

/** Field for a new password, with its strength. */
export const NewPasswordField = ({ refused = false, ...props }: NewPasswordProps) => {
  const { t } = useTranslation('auth');
  const { value } = props;
  const short = value !== '' && value.length < passwordMinimum;
  return (
    <div>
      <PasswordField
        hint={t(($) => $.signup.passwordHint)}
        autoComplete="new-password"
        error={short ? t(($) => $.signup.passwordShort) : refused}
        {...props}
      />
      {value.length >= passwordMinimum && <Strength password={value} />}
    </div>
  );
};
