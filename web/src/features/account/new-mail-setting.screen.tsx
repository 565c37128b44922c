import { Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { call } from '../../lib/client.ts';
import { messages } from '../../lib/messages.ts';
import { useLeaveAfter } from '../../lib/use-leave-after.ts';
import { CardPage } from '../../ui/card-page.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/text-fields.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { forgetEverything } from '../../lib/data/session.api.ts';
import { useLinkToken } from './use-link-token.ts';

const NewMailForm = ({ token }: { token: string }) => {
  const { t } = useTranslation('auth');
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const { sending, submit } = useSubmit({ failed: 'emailChangeFailed' });
  useLeaveAfter(done, messages.emailChanged.seconds, paths.login);
  const confirm = async () => {
    await call('confirmEmailChange', { token, body: { password } });
    await forgetEverything();
    setDone(true);
  };

  if (done) return <Message kind="done">{t(($) => $.newMail.done)}</Message>;
  return (
    <Form onSubmit={() => submit(confirm)}>
      <Stack>
        <PasswordField autoComplete="current-password" value={password} onChange={setPassword} />
        <Button type="submit" fullWidth loading={sending} disabled={password === ''}>
          {t(($) => $.newMail.submit)}
        </Button>
      </Stack>
    </Form>
  );
};

/** Confirms a new email by the link mailed to it and the account's password. */
export const NewMailSettingScreen = () => {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  return (
    <CardPage title={t(($) => $.newMail.title)} text={t(($) => $.newMail.text)}>
      {token === null ? (
        <Message kind="failed">{t(($) => $.newMail.noToken)}</Message>
      ) : (
        <NewMailForm token={token} />
      )}
      <Anchor component={Link} to={paths.login} ta="center">
        {t(($) => $.toLogin)}
      </Anchor>
    </CardPage>
  );
};
