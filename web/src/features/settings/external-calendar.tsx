import type { Pro } from '@visita/contracts/pro/views';
import { Badge, Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { mutate } from 'swr';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { isCall } from '../../lib/api/rereads.ts';
import { Message } from '../../ui/feedback/message.tsx';
import { Row } from '../../ui/layout/section.tsx';
import { useStep } from '../../ui/forms/use-step.ts';
import classes from './settings.module.css';

const failureOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'calendar-not-configured' ? 'notConfigured' : 'failed';

/** Handles the OAuth redirect once and removes its parameters from the address bar. */
const useReturn = (onReturn: (answer: URLSearchParams) => void): void => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const taken = useRef(false);
  const take = useEffectEvent(onReturn);
  useEffect(() => {
    const answer = new URLSearchParams(search);
    if (taken.current || !(answer.has('code') || answer.has('error'))) return;
    taken.current = true;
    void navigate(pathname, { replace: true });
    take(answer);
  }, [search, pathname, navigate]);
};

/** Connects and disconnects the external calendar, and handles the OAuth redirect. */
const useConnection = (pro: Pro) => {
  const { step, setStep, send } = useStep<'failed' | 'notConfigured'>(failureOf);
  const params = { id: pro.id };

  const attempt = (work: () => Promise<unknown>) =>
    send(async () => {
      await work();
      await mutate(isCall('authenticate'));
      return 'asking';
    });
  const begin = () =>
    attempt(async () => {
      const { data } = await call('authorizeCalendar', { params });
      location.assign(data.url);
    });
  const end = () => attempt(() => call('disconnectCalendar', { params }));
  useReturn((answer) => {
    const code = answer.get('code');
    const state = answer.get('state');
    if (code === null || state === null) setStep('failed');
    else void attempt(() => call('connectCalendar', { params, body: { code, state } }));
  });
  return { step, begin, end };
};

/** Connects the external calendar to which appointments are copied. */
export const ExternalCalendar = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('settings');
  const { step, begin, end } = useConnection(pro);
  const connected = pro.options.googleAccessToken !== null;

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
