import { useState } from 'react';

/** Where something stands that says in its own place how sending went; `failureOf` names the step after an error. */
export const useStep = <Told extends string>(failureOf: (error: unknown) => NoInfer<Told>) => {
  const [step, setStep] = useState<Told | 'asking' | 'sending'>('asking');
  const send = async (work: () => Promise<Told | 'asking'>): Promise<void> => {
    setStep('sending');
    setStep(await work().catch(failureOf));
  };
  return { step, setStep, send };
};
