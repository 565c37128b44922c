import { Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { CopyField } from '../../ui/fields/copy-field.tsx';
import { Message } from '../../ui/feedback/message.tsx';
import { Row } from '../../ui/layout/section.tsx';
import { useFocusOnPressed } from '../../ui/panels/use-focus-back.ts';
import { useStep } from '../../ui/forms/use-step.ts';
import classes from './settings.module.css';

/** Private address of the professional's calendar feed (iCalendar). */
export const CalendarFeed = ({ proId }: { proId: string }) => {
  const { t } = useTranslation('settings');
  const [url, setUrl] = useState('');
  const creating = useRef<HTMLButtonElement>(null);
  const { data, mutate: read } = useCall('getSessions', {});
  const { step, send } = useStep<'created' | 'removed' | 'failed'>(() => 'failed');
  const press = useFocusOnPressed(step === 'sending');
  const params = { id: proId };
  const create = () =>
    send(async () => {
      setUrl((await call('createCalendarFeed', { params })).data.url);
      await read();
      return 'created';
    });
  const remove = () => {
    // The pressed button is removed with the address.
    if (creating.current) press({ currentTarget: creating.current });
    return send(async () => {
      await call('removeCalendarFeed', { params });
      await read();
      return 'removed';
    });
  };
  return (
    <div className={classes['part']}>
      <Row title={t(($) => $.feed.title)} text={t(($) => $.feed.text)}>
        <Group gap="xs">
          <Button ref={creating} variant="default" loading={step === 'sending'} onClick={() => void create()}>
            {t(($) => (data?.calendarFeed ? $.feed.renew : $.feed.create))}
          </Button>
          {data?.calendarFeed && (
            <Button variant="subtle" color="red" onClick={() => void remove()}>
              {t(($) => $.feed.remove)}
            </Button>
          )}
        </Group>
      </Row>
      {step === 'created' && (
        <CopyField label={t(($) => $.feed.address)} description={t(($) => $.feed.addressHint)} value={url} />
      )}
      {step === 'removed' && <Message kind="done">{t(($) => $.feed.removed)}</Message>}
      {step === 'failed' && <Message kind="failed">{t(($) => $.feed.errorMessage)}</Message>}
    </div>
  );
};
