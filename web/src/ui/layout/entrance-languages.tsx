import { useTranslation } from 'react-i18next';
import { LanguageButtons } from '../../lib/text/language-buttons.tsx';
import classes from './entrance-languages.module.css';

/** The languages beside each other, as the public pages have them. */
export const EntranceLanguages = () => {
  const { t } = useTranslation('common');
  return <LanguageButtons label={t(($) => $.language)} className={classes['buttons']} />;
};
