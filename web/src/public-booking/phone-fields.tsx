import { mayBecomePrefix, takeApart } from '@visita/contracts/phone/typed';
import { prefixes } from '@visita/contracts/reference/prefixes';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import { knownCountry } from '../lib/api/country.ts';
import { countryName, defaultPrefix } from '../lib/text/prefixes.ts';
import style from './contact-form.module.css';

const fieldsOf = (form: HTMLFormElement) => {
  const { elements } = form;
  const [prefix, phone] = [elements.namedItem('prefix'), elements.namedItem('phone')];
  if (!(prefix instanceof HTMLSelectElement && phone instanceof HTMLInputElement))
    throw new Error('The form has no phone.');
  return { prefix, phone };
};

/** Loads the parser of phone numbers only when a number is typed. */
const reader = () => import('@visita/contracts/phone/read');

const plainly = (typed: string, chosen: string) => {
  const { dial, digits } = takeApart(typed);
  return { prefix: dial ?? chosen, phone: digits, refused: null };
};

/** Sets the form's phone to a prefix and digits without the zero that is only dialled inside the country. */
export const settlePhone = async (form: HTMLFormElement): Promise<void> => {
  const { prefix, phone } = fieldsOf(form);
  if (!phone.validity.valid) return;
  // Offline, the digits are sent as typed.
  const read = await reader().then(
    ({ readPhone }) => readPhone,
    () => plainly,
  );
  const settled = read(phone.value, prefix.value);
  if (settled.phone === '') return;
  prefix.value = settled.prefix;
  phone.value = settled.phone;
};

const faultOf = (typed: string): 'prefix' | 'long' | 'short' | null => {
  const { dial, international, digits } = takeApart(typed);
  if (international && dial === null) return mayBecomePrefix(digits) ? 'short' : 'prefix';
  if (digits.length > 15) return 'long';
  return digits.length < 3 ? 'short' : null;
};

/** Dial prefix and number. A prefix typed or pasted with the number is selected. */
export const PhoneFields = ({ country }: { country: string }) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<'prefix' | 'long' | null>(null);
  const check = ({ value, form }: HTMLInputElement) => {
    const fault = faultOf(value);
    const shown = fault === 'short' ? null : fault;
    setRefused(shown);
    input.current?.setCustomValidity(fault ?? '');
    const { dial } = takeApart(value);
    if (form && dial !== null) fieldsOf(form).prefix.value = dial;
  };
  const settle = () => input.current?.form && void settlePhone(input.current.form);
  return (
    <>
      <div className={style.phone}>
        <label className={style.field}>
          <span>{t(($) => $.form.prefix)}</span>
          <select
            key={`${knownCountry()} ${country}`}
            name="prefix"
            autoComplete="tel-country-code"
            defaultValue={defaultPrefix(language, knownCountry(), country)}
            onChange={settle}
          >
            {prefixes.map(({ code, dial }) => (
              <option key={code} value={dial}>
                {dial} {countryName(code, language)}
              </option>
            ))}
          </select>
        </label>
        <label className={style.field}>
          <span>{t(($) => $.form.phone)}</span>
          <input
            ref={input}
            required
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={40}
            aria-describedby={refused ? 'phone-refused' : undefined}
            aria-invalid={refused ? true : undefined}
            onFocus={() => void reader().catch(() => undefined)}
            onInput={({ currentTarget }) => check(currentTarget)}
            onBlur={settle}
          />
        </label>
      </div>
      {refused && (
        <p id="phone-refused" role="alert" className={style.refused}>
          {t(($) => $.form.phoneRefused[refused])}
        </p>
      )}
    </>
  );
};
