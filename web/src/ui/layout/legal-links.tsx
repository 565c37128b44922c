import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/page/paths.ts';
import classes from './legal-links.module.css';

const links = [
  { to: paths.privacyPolicy, label: 'privacyPolicy' },
  { to: paths.termsAndConditions, label: 'termsAndConditions' },
  { to: paths.cookiePolicy, label: 'cookiePolicy' },
] as const;

export const LegalLinks = () => {
  const { t } = useTranslation('common');
  return (
    <nav className={classes['links']} aria-label={t(($) => $.legal.nav)}>
      {links.map(({ to, label }) => (
        <a key={to} href={to}>
          {t(($) => $.legal[label])}
        </a>
      ))}
    </nav>
  );
};
