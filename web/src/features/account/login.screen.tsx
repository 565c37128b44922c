import { logInBody } from '@visita/contracts/api/account';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { destinationOf, paths } from '../../lib/paths.ts';
import { CardPage } from '../../ui/card-page.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { EmailField, PasswordField } from '../../ui/text-fields.tsx';
import { useBodyForm } from '../../ui/use-body-form.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { logIn, useSession } from '../../lib/data/session.api.ts';

export const LoginScreen = () => {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const session = useSession();
  const signedUp = (useLocation().state as { signedUp?: boolean } | null)?.signedUp === true;
  const { sending, submit } = useSubmit({ failed: 'loginFailed' });
  const { form, body } = useBodyForm(logInBody, { email: '', password: '' });
  const enter = async () => {
    const pro = await logIn(form.values.email, form.values.password);
    await navigate(destinationOf(pro.configStatus));
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
