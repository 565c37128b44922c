import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { usePreselectedPrefix } from '../../ui/fields/use-preselected-prefix.ts';
import { ConsentFields } from '../../ui/fields/consents.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ProfileFields } from './profile-fields.tsx';
import { StepForm, StepScreen } from './step.tsx';

const CollaboratorForm = ({ pro }: { pro: Pro }) => {
  const prefix = usePreselectedPrefix(pro);
  const { form, body, draft } = useBodyForm(
    updateProBody,
    {
      title: '',
      name: '',
      lastname: '',
      prefix: '',
      phone: '',
      privacyPolicy: false,
      termsConditions: false,
      marketingConsent: false,
    },
    (values) => ({ ...values, prefix: values.prefix || prefix, configStatus: 100 }),
    { name: 'collaborator' },
  );
  return (
    <StepForm proId={pro.id} body={body} draft={draft}>
      <ProfileFields form={form} prefix={prefix} />
      <ConsentFields form={form} />
    </StepForm>
  );
};

export const CollaboratorScreen = () => (
  <StepScreen step="collaborator" status={10}>
    {(pro) => <CollaboratorForm pro={pro} />}
  </StepScreen>
);
