import type { MessageSettings, MessageSettingsBody, TextStanding } from '@visita/contracts/messages/settings';
import type { Pro } from '@visita/contracts/pro/views';
import { Alert, Code, NativeSelect, PasswordInput, Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ChoiceFailed } from './choice-failed.tsx';
import { ExampleText } from './example-text.tsx';
import { SettingsForm } from './settings-form.tsx';
import {
  type ReadSettings,
  useMessageSettings,
  useSettingsChoice,
  useSettingsForm,
} from './use-message-settings.ts';

type Draft = MessageSettings & { readonly credentials: Readonly<Record<string, string>> };
type Change = (changes: Partial<MessageSettingsBody>) => void;

type FieldsProps = { draft: Draft; standing: TextStanding; change: Change };

/** Account at the provider; entered credentials are never shown again. */
const Account = ({ draft, standing, change }: FieldsProps) => {
  const { t } = useTranslation('messages');
  const chosen = standing.providers.find(({ name }) => name === draft.provider);
  const options = standing.providers.map(({ name, title }) => ({
    value: name,
    // Without an operator's list, texts are written to files; this provider has no title of its own.
    label: name === 'file' ? t(($) => $.texts.files) : title,
  }));
  return (
    <>
      <NativeSelect
        label={t(($) => $.texts.provider)}
        data={[{ value: '', label: t(($) => $.texts.none) }, ...options]}
        value={draft.provider ?? ''}
        onChange={(event) => change({ provider: event.currentTarget.value || null, credentials: {} })}
      />
      {chosen?.credentials.map((name) => (
        <PasswordInput
          key={name}
          label={name}
          placeholder={chosen.ready ? t(($) => $.texts.kept) : ''}
          autoComplete="off"
          maxLength={500}
          required={!chosen.ready || Object.keys(draft.credentials).length > 0}
          value={draft.credentials[name] ?? ''}
          onChange={(event) => {
            const { [name]: _before, ...others } = draft.credentials;
            const { value } = event.currentTarget;
            change({ credentials: value === '' ? others : { ...others, [name]: value } });
          }}
        />
      ))}
      {chosen?.answers_to && (
        <Text size="sm" c="dimmed">
          {t(($) => $.texts.answers)} <Code>{chosen.answers_to}</Code>
        </Text>
      )}
    </>
  );
};

/** Sender and monthly maximum of texts. */
const Limits = ({ draft, standing, change }: FieldsProps) => {
  const { t } = useTranslation('messages');
  return (
    <>
      <TextInput
        label={t(($) => $.texts.sender)}
        description={t(($) => $.texts.senderHint)}
        maxLength={20}
        value={draft.sender ?? ''}
        onChange={(event) => change({ sender: event.currentTarget.value || null })}
      />
      <TextInput
        label={t(($) => $.texts.month)}
        description={t(($) => $.texts.monthHint, { count: standing.this_month })}
        inputMode="numeric"
        pattern="\d{0,5}"
        value={draft.textsPerMonth === null ? '' : String(draft.textsPerMonth)}
        onChange={(event) => {
          const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 5);
          change({ textsPerMonth: digits === '' ? null : Number(digits) });
        }}
      />
    </>
  );
};

/** Spelling of texts, with an example of it; each choice is saved at once. */
const Wording = ({ pro, settings }: { pro: Pro; settings: MessageSettings }) => {
  const { t } = useTranslation('messages');
  const { choose, failed } = useSettingsChoice(pro);
  return (
    <>
      <Switch
        size="md"
        label={t(($) => $.texts.plain)}
        description={t(($) => $.texts.plainHint)}
        checked={settings.plainLetters}
        onChange={(event) => void choose({ plainLetters: event.currentTarget.checked })}
      />
      <Switch
        size="md"
        label={t(($) => $.texts.service)}
        description={t(($) => $.texts.serviceHint)}
        checked={settings.serviceInTexts}
        onChange={(event) => void choose({ serviceInTexts: event.currentTarget.checked })}
      />
      <ChoiceFailed failed={failed} />
      <ExampleText pro={pro} settings={settings} />
    </>
  );
};

const TextForm = ({ pro, read }: { pro: Pro; read: ReadSettings }) => {
  const { t } = useTranslation('messages');
  const form = useSettingsForm(pro, read);
  const fields = { draft: form.draft, standing: read.texts, change: form.change };
  return (
    <SettingsForm form={form}>
      {read.texts.stopped && <Alert color="yellow">{t(($) => $.texts.stopped)}</Alert>}
      <Account {...fields} />
      {fields.draft.provider !== null && <Limits {...fields} />}
    </SettingsForm>
  );
};

/** The pro's SMS provider. Without one that the operator describes there is nothing to choose. */
export const TextProvider = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('messages');
  const settings = useMessageSettings(pro);
  if (settings.data && settings.data.texts.providers.length === 0) return null;
  return (
    <Section title={t(($) => $.texts.title)}>
      <Text c="dimmed">{t(($) => $.texts.hint)}</Text>
      <Loaded
        loads={{ settings }}
        failed={t(($) => $.texts.loadFailed)}
        skeleton={<Loading rows={2} height={36} />}
      >
        {({ settings: read }) => (
          <>
            <TextForm pro={pro} read={read} />
            {read.data.provider !== null && <Wording pro={pro} settings={read.data} />}
          </>
        )}
      </Loaded>
    </Section>
  );
};
