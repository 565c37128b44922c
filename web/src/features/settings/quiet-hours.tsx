import type { Pro } from '@visita/contracts/pro/views';
import { Group, NativeSelect, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ChoiceFailed } from './choice-failed.tsx';
import { type ReadSettings, useMessageSettings, useSettingsChoice } from './use-message-settings.ts';

/** Each half hour of a day, and a time that the settings have. */
const timesWith = (own: string): string[] => {
  const halves = Array.from({ length: 48 }, (_, nth) => {
    const hour = String(Math.floor(nth / 2)).padStart(2, '0');
    return `${hour}:${nth % 2 === 0 ? '00' : '30'}`;
  });
  return [...new Set([...halves, own])].toSorted();
};

const Fields = ({ pro, read }: { pro: Pro; read: ReadSettings }) => {
  const { t } = useTranslation('messages');
  const { choose, failed } = useSettingsChoice(pro);
  const { quietHours } = read.data;
  const { from, until, mails } = quietHours;
  return (
    <>
      <Group align="end">
        {(['from', 'until'] as const).map((end) => (
          <NativeSelect
            key={end}
            label={t(($) => $.quiet[end])}
            data={timesWith(quietHours[end])}
            value={quietHours[end]}
            onChange={(event) =>
              void choose({ quietHours: { ...quietHours, [end]: event.currentTarget.value } })
            }
          />
        ))}
      </Group>
      {from === until && <Text c="dimmed">{t(($) => $.quiet.none)}</Text>}
      <Switch
        size="md"
        label={t(($) => $.quiet.mails)}
        checked={mails}
        onChange={(event) => void choose({ quietHours: { from, until, mails: event.currentTarget.checked } })}
      />
      <ChoiceFailed failed={failed} />
    </>
  );
};

/** Hours in which patients get no planned texts, and no planned mails if the pro wants that. */
export const QuietHours = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('messages');
  const settings = useMessageSettings(pro);
  return (
    <Section title={t(($) => $.quiet.title)}>
      <Text c="dimmed">{t(($) => $.quiet.hint)}</Text>
      <Loaded
        loads={{ settings }}
        failed={t(($) => $.quiet.loadFailed)}
        skeleton={<Loading rows={2} height={36} />}
      >
        {({ settings: read }) => <Fields pro={pro} read={read} />}
      </Loaded>
    </Section>
  );
};
