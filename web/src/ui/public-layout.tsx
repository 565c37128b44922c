import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Brand } from './brand.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import { EntranceLanguages } from './language-select.tsx';
import { LegalLinks } from './legal-links.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import classes from './public-layout.module.css';

type Props = { children: ReactNode; width?: number; links?: boolean };

/** The frame outside the dashboard: brand, language, Login and New account. */
export const PublicLayout = ({ children, width = 440, links = true }: Props) => {
  const { t } = useTranslation('common');
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <Brand />
        <nav className={classes['nav']} aria-label={t(($) => $.nav.account)}>
          {links && (
            <>
              <Anchor component={Link} to={paths.login}>
                {t(($) => $.nav.login)}
              </Anchor>
              <Anchor component={Link} to={paths.signup}>
                {t(($) => $.nav.newAccount)}
              </Anchor>
            </>
          )}
          <EntranceLanguages />
          <ColorSchemeToggle />
        </nav>
      </header>
      <main className={classes['main']} style={{ maxWidth: width }}>
        <OfflineBanner />
        {children}
      </main>
      <footer>
        <LegalLinks />
      </footer>
    </div>
  );
};
