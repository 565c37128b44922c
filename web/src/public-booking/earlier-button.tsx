import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Managed } from './data.ts';
import { Banner } from './parts.tsx';
import { joinWaitingList } from './waiting-data.ts';

/** Button by which the patient of a booking asks for an earlier time. */
export const EarlierButton = ({ token, booking }: { token: string; booking: Managed }) => {
  const { t } = useTranslation('booking');
  const [step, setStep] = useState<'ask' | 'sending' | 'joined' | 'failed'>('ask');
  const join = async () => {
    setStep('sending');
    try {
      const { clinic_id: clinicId, clinic_service_id: clinicServiceId } = booking;
      await joinWaitingList({ clinicId, clinicServiceId, token });
      setStep('joined');
    } catch {
      setStep('failed');
    }
  };
  if (step === 'joined') return <p role="status">{t(($) => $.waiting.joined)}</p>;
  return (
    <>
      {step === 'failed' && <Banner onEnd={() => setStep('ask')}>{t(($) => $.manage.failed)}</Banner>}
      <button type="button" disabled={step === 'sending'} onClick={() => void join()}>
        {t(($) => $.waiting.earlier)}
      </button>
    </>
  );
};
