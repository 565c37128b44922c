import type { updateProBody } from '@visita/contracts/api/account';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { call } from '../../lib/api/client.ts';
import { rememberPro } from '../../lib/data/session.api.ts';
import { destinationOf } from '../../lib/page/paths.ts';
import type { Draft } from '../../ui/forms/use-draft-form.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

export type StepBody = z.input<typeof updateProBody>;

/** Sends an onboarding step, marks refused fields, and navigates to the screen of the new configStatus. */
export const useOnboardingStep = (proId: string, draft?: Draft) => {
  const navigate = useNavigate();
  const { sending, submit } = useSubmit({ failed: 'onboardingFailed' });
  const send = (body: StepBody) =>
    submit(async () => {
      const { data } = await call('updatePro', { params: { id: proId }, body }).catch((error: unknown) => {
        draft?.mark(error);
        throw error;
      });
      await rememberPro(data);
      await navigate(destinationOf(data.configStatus));
    });
  return { sending, send };
};
