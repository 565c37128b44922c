import { logInBody } from '@visita/contracts/api/account';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { destinationOf, paths } from '../../lib/paths.ts';
import { CardPage } from '../../ui/card-page.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { CodeField, EmailField, PasswordField } from '../../ui/text-fields.tsx';
import { useBodyForm } from '../../ui/use-body-form.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { logIn, useSession } from '../../lib/data/session.api.ts';

export const LoginScreen = () => {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const session = useSession();
  const signedUp = (useLocation().state as { signedUp?: boolean } | null)?.signedUp === true;
  const { sending, submit } = useSubmit({ failed: 'loginFailed' });
  const { form, body } = useBodyForm(logInBody, {
    email: '',
    password: '',
    code: '',
  });
  const [asksCode, setAsksCode] = useState(false);
  const enter = async () => {
    try {
      const { code, ...names } = form.values;
      const pro = await logIn({ ...names, ...(asksCode ? { code } : {}) });
      await navigate(destinationOf(pro.configStatus));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'code-needed' || asksCode) throw error;
      setAsksCode(true);
    }
  };

  // While a submit is under way, its own navigation decides.
  if (session.state === 'in' && !sending && session.pro.configStatus !== 0)
    return <Navigate to={destinationOf(session.pro.configStatus)} replace />;
  return (
    <CardPage title={t(($) => $.login.title)} text={t(($) => $.login.text)}>
      {signedUp && <Message kind="done">{t(($) => $.login.signedUp)}</Message>}
      <Form onSubmit={() => submit(enter)}>
        <Stack>
          <EmailField autoComplete="username" {...form.getInputProps('email')} />
          <PasswordField autoComplete="current-password" {...form.getInputProps('password')} />
          {asksCode && <CodeField autoFocus {...form.getInputProps('code')} />}
          <Anchor component={Link} to={paths.passwordRequest} ta="end">
            {t(($) => $.login.forgot)}
          </Anchor>
          <Button type="submit" fullWidth loading={sending} disabled={!body}>
            {t(($) => $.login.submit)}
          </Button>
          <Text ta="center">
            {t(($) => $.login.noAccount)}{' '}
            <Anchor component={Link} to={paths.signup}>
              {t(($) => $.login.toSignup)}
            </Anchor>
          </Text>
        </Stack>
      </Form>
    </CardPage>
  );
};
