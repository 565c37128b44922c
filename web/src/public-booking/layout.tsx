import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import { LanguageButtons } from '../lib/text/language-buttons.tsx';
import style from './layout.module.css';
import { OfflineBanner } from './offline-banner.tsx';

export const Layout = ({ children }: { children: ReactNode }) => {
  const { t, i18n } = useTranslation('booking');
  // The language shown may differ from the browser's preferred one.
  useEffect(() => {
    document.documentElement.lang = currentLanguage(i18n);
  });
  return (
    <div className={style.page}>
      <a className={style.skip} href="#content">
        {t(($) => $.layout.skip)}
      </a>
      <header className={style.header}>
        <span className={style.brand}>
          <img src="/icon.svg" alt="" width="28" height="28" />
          {t(($) => $.brand)}
        </span>
        <nav aria-label={t(($) => $.layout.professionals)}>
          <a href="/login">{t(($) => $.layout.logIn)}</a>
          <a href="/signup">{t(($) => $.layout.newAccount)}</a>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <OfflineBanner />
        {children}
      </main>
      <footer className={style.footer}>
        <LanguageButtons label={t(($) => $.layout.language)} className={style.languages} />
        <a href="/privacy-policy">{t(($) => $.layout.privacy)}</a>
      </footer>
    </div>
  );
};
