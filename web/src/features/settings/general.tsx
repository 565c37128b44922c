import type { Language } from '@visita/contracts/language';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage } from '../../lib/text/i18n.ts';
import { languageNames } from '../../lib/text/texts.ts';
import { useInstall } from '../../lib/page/install.ts';
import { Row, Section } from '../../ui/layout/section.tsx';
import { ShortcutsSetting } from '../../ui/layout/shortcuts-setting.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import classes from './settings.module.css';
import { useOptions } from './use-options.ts';

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

/** Languages of the app and of its mails, app installation and calendar feed. */
export const General = ({ pro }: { pro: Pro }) => {
  const { t, i18n } = useTranslation('settings');
  const { options, change } = useOptions(pro);
  const install = useInstall();
  return (
    <Section title={t(($) => $.general.title)}>
      <div className={classes['pair']}>
        <Select
          label={t(($) => $.general.platformLanguage)}
          description={t(($) => $.general.platformHint)}
          data={languages}
          value={currentLanguage(i18n)}
          onChange={(language) => void chooseLanguage(i18n, language as Language)}
          allowDeselect={false}
        />
        <Select
          label={t(($) => $.general.communicationLanguage)}
          description={t(($) => $.general.communicationHint)}
          data={languages}
          value={options.comunicationsLanguage}
          onChange={(language) => void change({ comunicationsLanguage: language as Language })}
          allowDeselect={false}
        />
      </div>
      {install && (
        <div className={classes['part']}>
          <Row title={t(($) => $.general.app)} text={t(($) => $.general.appText)}>
            <Button variant="default" onClick={() => void install()}>
              {t(($) => $.general.install)}
            </Button>
          </Row>
        </div>
      )}
      <div className={classes['part']}>
        <ShortcutsSetting />
      </div>
      <CalendarFeed proId={pro.id} />
    </Section>
  );
};
