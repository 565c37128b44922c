import { useTranslation } from 'react-i18next';
import { LanguageButtons } from '../../lib/text/language-buttons.tsx';
import classes from './entrance-languages.module.css';

/** Language buttons, as on the public pages. */
export const EntranceLanguages = () => {
  const { t } = useTranslation('common');
  return <LanguageButtons label={t(($) => $.language)} className={classes['buttons']} />;
};
