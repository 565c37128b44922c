import type { updateProBody } from '@visita/contracts/api/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { destinationOf } from '../../lib/paths.ts';
import { call } from '../../lib/client.ts';
import { useToasts } from '../../ui/toast.tsx';
import { rememberPro } from '../../lib/data/session.api.ts';

/** Sends one step of the onboarding and goes where the new configStatus says. */
export const useOnboardingStep = (proId: string) => {
  const { t } = useTranslation('onboarding');
  const navigate = useNavigate();
  const toasts = useToasts();
  const [sending, setSending] = useState(false);
  const send = async (body: z.input<typeof updateProBody>) => {
    setSending(true);
    try {
      const { data } = await call('updatePro', { params: { id: proId }, body });
      await rememberPro(data);
      await navigate(destinationOf(data.configStatus));
    } catch (error) {
      setSending(false);
      toasts.failed(
        error,
        t(($) => $.errorMessage),
        7,
      );
    }
  };
  return { sending, send };
};
