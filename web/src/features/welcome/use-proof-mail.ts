import { useState } from 'react';
import { call } from '../../lib/api/client.ts';

type Step = 'idle' | 'sending' | 'sent' | 'failed';

/** Sends the confirmation link again. */
export const useProofMail = (): { step: Step; send: () => Promise<void> } => {
  const [step, setStep] = useState<Step>('idle');
  const send = async () => {
    setStep('sending');
    try {
      await call('requestEmailConfirmation', {});
      setStep('sent');
    } catch {
      setStep('failed');
    }
  };
  return { step, send };
};
