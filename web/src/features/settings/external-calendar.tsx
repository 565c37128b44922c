import type { Pro } from '@visita/contracts/pro/views';
import { Badge, Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { mutate } from 'swr';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/client.ts';
import { isCall } from '../../lib/use-call.ts';
import { Message } from '../../ui/message.tsx';
import { Row } from '../../ui/section.tsx';
import classes from './settings.module.css';

type Step = 'asking' | 'sending' | 'failed' | 'notConfigured';

const failureOf = (error: unknown): Step =>
  error instanceof ApiError && error.code === 'calendar-not-configured' ? 'notConfigured' : 'failed';

/** Takes what the calendar service's page brought back, once, and out of the address bar. */
const useReturn = (onReturn: (answer: URLSearchParams) => void): void => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const taken = useRef(false);
  useEffect(() => {
    const answer = new URLSearchParams(search);
    if (taken.current || !(answer.has('code') || answer.has('error'))) return;
    taken.current = true;
    void navigate(pathname, { replace: true });
    onReturn(answer);
  }, [search, pathname, navigate, onReturn]);
};

/** Connects and disconnects the calendar to which the pro's appointments are copied. */
export const ExternalCalendar = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('settings');
  const [step, setStep] = useState<Step>('asking');
  const connected = pro.options.googleAccessToken !== null;
  const params = { id: pro.id };

  const attempt = async (work: () => Promise<unknown>) => {
    setStep('sending');
    try {
      await work();
      await mutate(isCall('authenticate'));
      setStep('asking');
    } catch (error) {
      setStep(failureOf(error));
    }
  };
  const begin = () =>
    attempt(async () => {
      const { data } = await call('authorizeCalendar', { params });
      location.assign(data.url);
    });
  const end = () => attempt(() => call('disconnectCalendar', { params }));
  const finish = useCallback(
    (answer: URLSearchParams) => {
      const code = answer.get('code');
      const state = answer.get('state');
      if (code === null || state === null) setStep('failed');
      else void attempt(() => call('connectCalendar', { params: { id: pro.id }, body: { code, state } }));
    },
    [pro.id],
  );
  useReturn(finish);

  return (
    <div className={classes['part']}>
      <Row title={t(($) => $.calendar.title)} text={t(($) => $.calendar.text)}>
        {connected && (
          <Badge variant="light" color="green">
            {t(($) => $.calendar.connected)}
          </Badge>
        )}
        <Button
          variant="default"
          loading={step === 'sending'}
          onClick={() => void (connected ? end() : begin())}
        >
          {connected ? t(($) => $.calendar.disconnect) : t(($) => $.calendar.connect)}
        </Button>
      </Row>
      {step === 'failed' && <Message kind="failed">{t(($) => $.calendar.errorMessage)}</Message>}
      {step === 'notConfigured' && <Message kind="failed">{t(($) => $.calendar.notConfigured)}</Message>}
    </div>
  );
};
