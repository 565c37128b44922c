import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { FieldWithButton } from '../../ui/field-with-button.tsx';
import { Message } from '../../ui/message.tsx';
import { Row } from '../../ui/section.tsx';
import classes from './settings.module.css';

type Step = { name: 'asking' | 'sending' | 'removed' | 'failed' } | { name: 'created'; url: string };

const Address = ({ url }: { url: string }) => {
  const { t } = useTranslation('settings');
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <FieldWithButton
      label={t(($) => $.feed.address)}
      description={t(($) => $.feed.addressHint)}
      value={url}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      button={
        <Button variant="default" onClick={() => clipboard.copy(url)}>
          <span aria-live="polite">{clipboard.copied ? t(($) => $.feed.copied) : t(($) => $.feed.copy)}</span>
        </Button>
      }
    />
  );
};

/** The private address at which any calendar program can follow the pro's appointments. */
export const CalendarFeed = ({ proId }: { proId: string }) => {
  const { t } = useTranslation('settings');
  const [step, setStep] = useState<Step>({ name: 'asking' });
  const ask = async (work: () => Promise<Step>) => {
    setStep({ name: 'sending' });
    setStep(await work().catch((): Step => ({ name: 'failed' })));
  };
  const params = { id: proId };
  const create = () =>
    ask(async () => ({ name: 'created', url: (await call('createCalendarFeed', { params })).data.url }));
  const remove = () =>
    ask(async () => {
      await call('removeCalendarFeed', { params });
      return { name: 'removed' };
    });
  return (
    <div className={classes['part']}>
      <Row title={t(($) => $.feed.title)} text={t(($) => $.feed.text)}>
        <Group gap="xs">
          <Button variant="default" loading={step.name === 'sending'} onClick={() => void create()}>
            {t(($) => $.feed.create)}
          </Button>
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            {t(($) => $.feed.remove)}
          </Button>
        </Group>
      </Row>
      {step.name === 'created' && <Address url={step.url} />}
      {step.name === 'removed' && <Message kind="done">{t(($) => $.feed.removed)}</Message>}
      {step.name === 'failed' && <Message kind="failed">{t(($) => $.feed.errorMessage)}</Message>}
    </div>
  );
};
