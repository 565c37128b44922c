import { useState } from 'react';

/** State of a form that reports its result in place; `failureOf` maps an error to a step. */
export const useStep = <Step extends string>(failureOf: (error: unknown) => NoInfer<Step>) => {
  const [step, setStep] = useState<Step | 'asking' | 'sending'>('asking');
  const send = async (work: () => Promise<Step | 'asking'>): Promise<void> => {
    setStep('sending');
    setStep(await work().catch(failureOf));
  };
  return { step, setStep, send };
};
