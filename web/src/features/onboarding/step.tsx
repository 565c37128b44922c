import type { Pro } from '@visita/contracts/pro/views';
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CardPage } from '../../ui/layout/card-page.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { RequirePro } from '../../ui/layout/require-pro.tsx';
import type { Draft } from '../../ui/forms/use-draft-form.ts';
import { useOnboardingStep, type StepBody } from './use-onboarding-step.ts';
import { Why } from '../../ui/forms/why.tsx';

type StepName = 'personalData' | 'collaborator';

type ScreenProps = { step: StepName; status: Pro['configStatus']; children: (pro: Pro) => ReactNode };

export const StepScreen = ({ step, status, children }: ScreenProps) => {
  const { t } = useTranslation('onboarding');
  return (
    <RequirePro status={status}>
      {(pro) => (
        <CardPage title={t(($) => $[step].title)} text={t(($) => $[step].text)}>
          {children(pro)}
        </CardPage>
      )}
    </RequirePro>
  );
};

type FormProps = { proId: string; body: StepBody | null; draft: Draft; children: ReactNode };

/** Form of a step with the button that sends it. */
export const StepForm = ({ proId, body, draft, children }: FormProps) => {
  const { t } = useTranslation(['onboarding', 'common']);
  const { sending, send } = useOnboardingStep(proId, draft);
  const submit = async () => {
    if (body && (await send(body))) draft.clear();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="lg">
        {children}
        <Button type="submit" loading={sending} disabled={!body}>
          {t(($) => $.next)}
        </Button>
        {!body && <Why>{t(($) => $.common.fillIn)}</Why>}
      </Stack>
    </Form>
  );
};
