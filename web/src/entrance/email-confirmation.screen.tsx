import { useTranslation } from 'react-i18next';
import useSWRImmutable from 'swr/immutable';
import type { ApiError } from '../lib/api.ts';
import { call } from '../lib/client.ts';
import { paths } from '../lib/paths.ts';
import { readToken } from '../lib/session.ts';
import { useStep } from '../ui/use-step.ts';
import { CardPage } from './card-page.tsx';
import { Button, Failure, Message, Wheel } from './parts.tsx';
import { SupportLine } from './support-line.tsx';
import { useLinkToken } from './use-link-token.ts';

const confirm = async ([, token]: readonly [string, string]): Promise<true> => {
  await call('confirmEmail', { token });
  return true;
};

/** Says why the link leads no further; a pro who is logged in gets another one from here. */
const Spent = ({ text }: { text: string }) => {
  const { t } = useTranslation('auth');
  const { step, send } = useStep<'sent' | 'failed'>(() => 'failed');
  const askAgain = () =>
    send(async () => {
      await call('requestEmailConfirmation', {});
      return 'sent';
    });
  if (step === 'sent') return <Message kind="done">{t(($) => $.emailConfirmation.sent)}</Message>;
  return (
    <>
      <Message kind="failed">{step === 'failed' ? t(($) => $.emailConfirmation.notSent) : text}</Message>
      {readToken() !== null && (
        <Button busy={step === 'sending'} onClick={() => void askAgain()}>
          {t(($) => $.emailConfirmation.another)}
        </Button>
      )}
    </>
  );
};

const Outcome = ({ token }: { token: string | null }) => {
  const { t } = useTranslation('auth');
  const key = token === null ? null : (['confirm-email', token] as const);
  const {
    data,
    error,
    isValidating,
    mutate: again,
  } = useSWRImmutable<true, ApiError, typeof key>(key, confirm);
  if (token === null) return <Message kind="failed">{t(($) => $.newMail.noToken)}</Message>;
  if (data) return <Message kind="done">{t(($) => $.emailConfirmation.done)}</Message>;
  const isOut = readToken() === null;
  if (error?.code === 'token-expired')
    return <Spent text={t(($) => $.emailConfirmation[isOut ? 'expired' : 'expiredInside'])} />;
  if (error?.status === 401)
    return <Spent text={t(($) => $.emailConfirmation[isOut ? 'invalid' : 'invalidInside'])} />;
  if (error && !isValidating)
    return <Failure text={t(($) => $.emailConfirmation.failed)} onRetry={() => void again()} />;
  return <Wheel label={t(($) => $.emailConfirmation.busy)} />;
};

/** Proves the address of an account by the link mailed to it, by itself: a scanner that only opens it proves nothing. */
export const EmailConfirmationScreen = () => {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  return (
    <CardPage title={t(($) => $.emailConfirmation.title)}>
      <Outcome token={token} />
      {readToken() === null ? (
        <a href={paths.login} className="centred">
          {t(($) => $.toLogin)}
        </a>
      ) : (
        // The next of the first steps is there.
        <a href={paths.clinic} className="centred">
          {t(($) => $.emailConfirmation.goOn)}
        </a>
      )}
      <SupportLine />
    </CardPage>
  );
};
