import { mailTo } from '@visita/contracts/mailto';
import { takeApart } from '@visita/contracts/phone/typed';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { supportEmail } from '../lib/page/support.ts';
import style from './booking.module.css';

type Reached = { phone: string; email: string };

/** Returns a phone as dialled: in `+44 (0)20 …` the zero is only dialled inside the country. */
const dialled = (phone: string): string => {
  const { dial, international, digits } = takeApart(phone);
  return `${dial ?? (international ? '+' : '')}${digits}`;
};

/** Returns an email that breaks after its signs, so that no word of it is cut. */
const breakable = (email: string): ReactNode[] =>
  email
    .split(/([^@.]*[@.])/)
    .filter(Boolean)
    .flatMap((part, nth) => [<wbr key={nth} />, part]);

/** Links to a clinic's phone and email; empty if it has none. */
export const Contact = ({ phone, email }: Reached) => (
  <span className={style.contact}>
    {phone && <a href={`tel:${dialled(phone)}`}>{phone}</a>}
    {email && <a href={mailTo(email)}>{breakable(email)}</a>}
  </span>
);

type Known = Reached & { name: string };

/**
 * Contact to ask on a page on which the patient cannot continue: the clinics concerned, or else the
 * operator.
 */
export const FallbackContact = ({ clinics = [] }: { clinics?: readonly Known[] }) => {
  const { t } = useTranslation('booking');
  const reached = clinics.filter(({ phone, email }) => phone || email);
  if (reached.length === 0)
    return (
      <p>
        {t(($) => $.contact.support)} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    );
  return reached.map(({ name, ...contact }) => (
    <p key={name + contact.phone + contact.email}>
      {name}: <Contact {...contact} />
    </p>
  ));
};
