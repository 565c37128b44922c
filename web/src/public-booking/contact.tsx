import { mailTo } from '@visita/contracts/mailto';
import { useTranslation } from 'react-i18next';
import { supportEmail } from '../lib/support.ts';

type Reached = { phone: string; email: string };

/** How to reach a clinic, as links; nothing where it does not say. */
export const Contact = ({ phone, email }: Reached) => (
  <>
    {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>}
    {phone && email && ' · '}
    {email && <a href={mailTo(email)}>{email}</a>}
  </>
);

type Known = Reached & { name: string };

/** Where a page leads no further: whom to ask instead, the clinics concerned or else the operator. */
export const WhomToAsk = ({ clinics = [] }: { clinics?: readonly Known[] }) => {
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
