import { passwordMinimum } from '@visita/contracts/fields';
import type { PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { strengthOf, strengths } from '../lib/password-strength.ts';
import { PasswordField } from './text-fields.tsx';
import classes from './new-password-field.module.css';

type Props = Omit<PasswordInputProps, 'onChange' | 'value'> & {
  value: string;
  onChange: (value: string) => void;
};

/** How hard the password is to guess, as a bar and a word. */
const Strength = ({ password }: { password: string }) => {
  const { t } = useTranslation('auth');
  const strength = strengthOf(password);
  return (
    <div className={classes['meter']} data-strength={strength}>
      <span className={classes['bars']} aria-hidden="true">
        {strengths.map((one, index) => (
          <span key={one} data-on={index <= strengths.indexOf(strength)} />
        ))}
      </span>
      <span role="status">{t(($) => $.strength[strength])}</span>
    </div>
  );
};

/** A password that is being chosen, with how hard it is to guess. */
export const NewPasswordField = (props: Props) => {
  const { t } = useTranslation('auth');
  const { value } = props;
  const short = value !== '' && value.length < passwordMinimum;
  return (
    <div>
      <PasswordField
        description={t(($) => $.signup.passwordHint)}
        autoComplete="new-password"
        error={short && t(($) => $.signup.passwordShort)}
        {...props}
      />
      {value.length >= passwordMinimum && <Strength password={value} />}
    </div>
  );
};
