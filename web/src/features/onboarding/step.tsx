import type { Pro } from '@visita/contracts/pro/views';
import { Button, Stack } from '@mantine/core';
import type { SubmitEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormCard } from '../../ui/form-card.tsx';
import { PublicLayout } from '../../ui/public-layout.tsx';
import { RequirePro } from '../../ui/require-pro.tsx';

type StepName = 'personalData' | 'collaborator';

type ScreenProps = { step: StepName; status: Pro['configStatus']; children: (pro: Pro) => ReactNode };

/** The screen of a step that is one form. */
export const StepScreen = ({ step, status, children }: ScreenProps) => {
  const { t } = useTranslation('onboarding');
  return (
    <RequirePro status={status}>
      {(pro) => (
        <PublicLayout width={500} links={false}>
          <title>{`${t(($) => $[step].title)} · Visita`}</title>
          {children(pro)}
        </PublicLayout>
      )}
    </RequirePro>
  );
};

type FormProps = {
  step: StepName;
  ready: boolean;
  sending: boolean;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** Its form, with the button that goes on. */
export const StepForm = ({ step, ready, sending, onSubmit, children }: FormProps) => {
  const { t } = useTranslation('onboarding');
  return (
    <FormCard title={t(($) => $[step].title)} text={t(($) => $[step].text)}>
      <form onSubmit={onSubmit}>
        <Stack gap="lg">
          {children}
          <Button type="submit" loading={sending} disabled={!ready}>
            {t(($) => $.next)}
          </Button>
        </Stack>
      </form>
    </FormCard>
  );
};
