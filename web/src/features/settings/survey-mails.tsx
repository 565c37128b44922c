import type { Pro } from '@visita/contracts/pro/views';
import { Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ChoiceFailed } from './choice-failed.tsx';
import { type ReadSettings, useMessageSettings, useSettingsChoice } from './use-message-settings.ts';

const Fields = ({ pro, read }: { pro: Pro; read: ReadSettings }) => {
  const { t } = useTranslation('messages');
  const { choose, failed } = useSettingsChoice(pro);
  return (
    <>
      <Switch
        size="md"
        label={t(($) => $.surveys.label)}
        checked={read.data.surveyMails === true}
        onChange={(event) => void choose({ surveyMails: event.currentTarget.checked })}
      />
      <ChoiceFailed failed={failed} />
    </>
  );
};

/** Choice to ask patients by mail how their visit was. */
export const SurveyMails = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('messages');
  const settings = useMessageSettings(pro);
  return (
    <Section title={t(($) => $.surveys.title)}>
      <Text c="dimmed">{t(($) => $.surveys.hint)}</Text>
      <Loaded
        loads={{ settings }}
        failed={t(($) => $.surveys.loadFailed)}
        skeleton={<Loading rows={1} height={36} />}
      >
        {({ settings: read }) => <Fields pro={pro} read={read} />}
      </Loaded>
    </Section>
  );
};
