import type { Pro } from '@visita/contracts/pro/views';
import { Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { type ReadSettings, useMessageSettings, useSettingsForm } from './use-message-settings.ts';

const Fields = ({ pro, read }: { pro: Pro; read: ReadSettings }) => {
  const { t } = useTranslation('messages');
  const form = useSettingsForm(pro, read);
  return (
    <SettingsForm form={form}>
      <Switch
        size="md"
        label={t(($) => $.surveys.label)}
        checked={form.draft.surveyMails === true}
        onChange={(event) => form.change({ surveyMails: event.currentTarget.checked })}
      />
    </SettingsForm>
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
