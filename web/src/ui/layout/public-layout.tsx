import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/page/paths.ts';
import { Brand } from './brand.tsx';
import { EntranceLanguages } from './entrance-languages.tsx';
import { LegalLinks } from './legal-links.tsx';
import { OfflineBanner } from '../feedback/offline-banner.tsx';
import classes from './public-layout.module.css';

type Props = {
  children: ReactNode;
  /** Width of the content; that of a card by default. */
  width?: 'card' | 'narrow-page' | 'page';
  links?: boolean;
  /** Colour scheme toggle; the dashboard's is Mantine's. */
  toggle: ReactNode;
};

/** Layout outside the dashboard: logo, language, login and sign-up. */
export const PublicLayout = ({ children, width = 'card', links = true, toggle }: Props) => {
  const { t } = useTranslation('common');
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <Brand />
        <nav className={classes['nav']} aria-label={t(($) => $.nav.account)}>
          {links && (
            <>
              <a href={paths.login}>{t(($) => $.nav.login)}</a>
              <a href={paths.signup}>{t(($) => $.nav.newAccount)}</a>
            </>
          )}
          <EntranceLanguages />
          {toggle}
        </nav>
      </header>
      <main className={classes['main']} data-width={width}>
        <OfflineBanner />
        {children}
      </main>
      <footer>
        <LegalLinks />
      </footer>
    </div>
  );
};
