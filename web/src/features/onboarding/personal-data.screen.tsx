import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { usePreselectedPrefix } from '../../ui/fields/use-preselected-prefix.ts';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ProfileFields } from './profile-fields.tsx';
import { StepForm, StepScreen } from './step.tsx';

const PersonalDataForm = ({ pro }: { pro: Pro }) => {
  const prefix = usePreselectedPrefix(pro);
  const { form, body, draft } = useBodyForm(
    updateProBody,
    {
      title: pro.title ?? '',
      name: pro.name ?? '',
      lastname: pro.lastname ?? '',
      prefix: pro.prefix ?? '',
      phone: pro.phone ?? '',
    },
    (values) => ({ ...values, prefix: values.prefix || prefix, configStatus: 2 }),
    { name: 'personal data' },
  );
  return (
    <StepForm proId={pro.id} body={body} draft={draft}>
      <ProfileFields form={form} prefix={prefix} />
    </StepForm>
  );
};

export const PersonalDataScreen = () => (
  <StepScreen step="personalData" status={1}>
    {(pro) => <PersonalDataForm pro={pro} />}
  </StepScreen>
);
