import { signUpBody } from '@visita/contracts/api/account';
import { filterUsername } from '@visita/contracts/fields';
import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { destinationOf, paths } from '../../lib/paths.ts';
import { call } from '../../lib/client.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { isByInvitation } from '../../lib/trust.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { ConsentFields } from '../../ui/consents.tsx';
import { CardPage } from '../../ui/card-page.tsx';
import { Form } from '../../ui/form.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { EmailField } from '../../ui/text-fields.tsx';
import { useBodyForm } from '../../ui/use-body-form.ts';
import { useToast } from '../../ui/toast.tsx';
import { logIn, useSession } from '../../lib/data/session.api.ts';

const initialValues = {
  username: '',
  email: '',
  password: '',
  termsConditions: false,
  privacyPolicy: false,
  marketingConsent: false,
};

const SignedUp = ({ opened }: { opened: boolean }) => {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const go = () => void navigate(paths.personalData);
  return (
    <Modal opened={opened} onClose={go} title={t(($) => $.signup.doneTitle)} centered withCloseButton={false}>
      <Stack>
        <Text>{t(($) => $.signup.doneText)}</Text>
        <Button onClick={go} data-autofocus>
          {t(($) => $.signup.doneAction)}
        </Button>
      </Stack>
    </Modal>
  );
};

const Closed = () => {
  const { t } = useTranslation('auth');
  return (
    <CardPage title={t(($) => $.signup.closedTitle)} text={t(($) => $.signup.closedText)}>
      <Anchor component={Link} to={paths.login}>
        {t(($) => $.toLogin)}
      </Anchor>
    </CardPage>
  );
};

export const SignupScreen = () => {
  const { t, i18n } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const session = useSession();
  const toast = useToast();
  const withKey = useIdempotencyKey();
  const invitation = useSearchParams()[0].get('invitation');
  const [step, setStep] = useState<'form' | 'sending' | 'done'>('form');
  const { form, body } = useBodyForm(signUpBody, initialValues, (values) => ({
    ...values,
    configStatus: 1,
    comunicationsLanguage: currentLanguage(i18n),
    ...(invitation === null ? {} : { invitation }),
  }));

  const signUp = async () => {
    if (!body) return;
    setStep('sending');
    try {
      await withKey(body, (idempotencyKey) => call('signUp', { body, idempotencyKey }));
      // The account is there even where the login fails: the login screen says so.
      const pro = await logIn({ email: body.email, password: body.password }).catch(() => null);
      if (pro) setStep('done');
      else await navigate(paths.login, { state: { signedUp: true } });
    } catch (error) {
      setStep('form');
      toast('signupFailed', error);
    }
  };

  if (session.state === 'in' && step === 'form')
    return <Navigate to={destinationOf(session.pro.configStatus)} replace />;
  if (isByInvitation() && invitation === null) return <Closed />;
  return (
    <CardPage title={t(($) => $.signup.title)} text={t(($) => $.signup.text)}>
      <Form onSubmit={() => void signUp()}>
        <Stack>
          <TextInput
            label={t(($) => $.common.fields.username)}
            description={t(($) => $.signup.usernameHint)}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={40}
            value={form.values.username}
            onChange={(event) => form.setFieldValue('username', filterUsername(event.currentTarget.value))}
          />
          <EmailField autoComplete="email" {...form.getInputProps('email')} />
          <NewPasswordField
            value={form.values.password}
            onChange={(password) => form.setFieldValue('password', password)}
          />
          <ConsentFields form={form} />
          <Button type="submit" fullWidth loading={step === 'sending'} disabled={!body}>
            {t(($) => $.signup.submit)}
          </Button>
          <Text ta="center">
            {t(($) => $.signup.haveAccount)}{' '}
            <Anchor component={Link} to={paths.login}>
              {t(($) => $.signup.toLogin)}
            </Anchor>
          </Text>
        </Stack>
      </Form>
      <SignedUp opened={step === 'done'} />
    </CardPage>
  );
};
