import { useState } from 'react';

/** State of a form that reports its result in place; `failureOf` maps an error to a step. */
export const useStep = <Told extends string>(failureOf: (error: unknown) => NoInfer<Told>) => {
  const [step, setStep] = useState<Told | 'asking' | 'sending'>('asking');
  const send = async (work: () => Promise<Told | 'asking'>): Promise<void> => {
    setStep('sending');
    setStep(await work().catch(failureOf));
  };
  return { step, setStep, send };
};
