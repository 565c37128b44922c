import type { MessageSettings, MessageSettingsBody, TextStanding } from '@visita/contracts/messages/settings';
import type { Pro } from '@visita/contracts/pro/views';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { useCall } from '../../lib/api/use-call.ts';

export type ReadSettings = {
  readonly data: MessageSettings;
  readonly version: string;
  readonly texts: TextStanding;
};

export const useMessageSettings = (pro: Pro) => useCall('getMessageSettings', { params: { proId: pro.id } });

/** Returns a function that saves a choice at once; the other settings stay, also those just changed elsewhere. */
export const useSettingsChoice = (pro: Pro) => {
  const { mutate } = useMessageSettings(pro);
  const [failed, setFailed] = useState(false);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const params = { proId: pro.id };
  const send = async (changes: Partial<MessageSettings>): Promise<void> => {
    const { data, version } = await call('getMessageSettings', { params });
    await call('setMessageSettings', { params, body: { ...data, ...changes }, ifMatch: version });
  };
  const choose = async (changes: Partial<MessageSettings>): Promise<void> => {
    setFailed(false);
    const sent = last.current.then(() => send(changes)).catch(() => setFailed(true));
    last.current = sent;
    await mutate((now) => now && { ...now, data: { ...now.data, ...changes } }, { revalidate: false });
    await sent;
    if (last.current === sent) await mutate();
  };
  return { choose, failed };
};

type Step = 'asking' | 'sending' | 'saved' | 'changed' | 'failed';

/** State of a form that changes some of the settings; the others stay as they were last read. */
export const useSettingsForm = (pro: Pro, { data, version }: ReadSettings) => {
  const { mutate } = useMessageSettings(pro);
  const [changes, setChanges] = useState<Partial<MessageSettingsBody>>({});
  const [step, setStep] = useState<Step>('asking');
  const submit = async () => {
    setStep('sending');
    const { credentials = {}, ...settings } = { ...data, ...changes };
    const body = { ...settings, ...(Object.keys(credentials).length > 0 ? { credentials } : {}) };
    try {
      await call('setMessageSettings', { params: { proId: pro.id }, body, ifMatch: version });
      await mutate();
      setChanges({});
      setStep('saved');
    } catch (error) {
      setStep(error instanceof ApiError && error.current !== undefined ? 'changed' : 'failed');
      await mutate();
    }
  };
  return {
    draft: { ...data, ...changes, credentials: changes.credentials ?? {} },
    change: (more: Partial<MessageSettingsBody>) => {
      setChanges((before) => ({ ...before, ...more }));
      setStep('asking');
    },
    step,
    submit,
  };
};
