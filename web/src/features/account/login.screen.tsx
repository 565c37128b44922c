import { logInBody } from '@visita/contracts/api/account';
import { filterEmail, filterPassword } from '@visita/contracts/fields';
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { destinationOf, paths } from '../../lib/paths.ts';
import { FormCard } from '../../ui/form-card.tsx';
import { PublicLayout } from '../../ui/public-layout.tsx';
import { useBodyForm } from '../../ui/use-body-form.ts';
import { useToast } from '../../ui/toast.tsx';
import { logIn, useSession } from '../../lib/data/session.api.ts';

export const LoginScreen = () => {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const session = useSession();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const { form, body } = useBodyForm(logInBody, { email: '', password: '' });

  const submit = form.onSubmit(async ({ email, password }) => {
    setSending(true);
    try {
      const pro = await logIn(email, password);
      await navigate(destinationOf(pro.configStatus));
    } catch (error) {
      toast('loginFailed', error);
    } finally {
      setSending(false);
    }
  });

  // While a submit is under way, its own navigation decides.
  if (session.state === 'in' && !sending && session.pro.configStatus !== 0)
    return <Navigate to={destinationOf(session.pro.configStatus)} replace />;
  return (
    <PublicLayout>
      <title>{`${t(($) => $.login.title)} · Visita`}</title>
      <FormCard title={t(($) => $.login.title)} text={t(($) => $.login.text)}>
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t(($) => $.common.fields.email)}
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              value={form.values.email}
              onChange={(event) => form.setFieldValue('email', filterEmail(event.currentTarget.value))}
            />
            <PasswordInput
              label={t(($) => $.common.fields.password)}
              autoComplete="current-password"
              value={form.values.password}
              onChange={(event) => form.setFieldValue('password', filterPassword(event.currentTarget.value))}
              visibilityToggleButtonProps={{ 'aria-label': t(($) => $.common.fields.showPassword) }}
            />
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
        </form>
      </FormCard>
    </PublicLayout>
  );
};
