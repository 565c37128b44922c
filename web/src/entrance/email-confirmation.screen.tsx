import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWRImmutable from 'swr/immutable';
import type { ApiError } from '../lib/api/api.ts';
import { call } from '../lib/api/client.ts';
import { paths } from '../lib/page/paths.ts';
import { readToken } from '../lib/session/session.ts';
import { useStep } from '../ui/forms/use-step.ts';
import { CardPage } from './card-page.tsx';
import { isOwnLink } from './own-link.ts';
import { Button, Failure, Message, Spinner } from './parts.tsx';
import { SupportLine } from './support-line.tsx';
import { useLinkToken } from './use-link-token.ts';

const confirm = async ([, token]: readonly [string, string]): Promise<true> => {
  await call('confirmEmail', { token });
  return true;
};

/** Explains why the link is invalid; a logged-in professional can request another one. */
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

const Outcome = ({ token }: { token: string }) => {
  const { t } = useTranslation('auth');
  const {
    data,
    error,
    isValidating,
    mutate: again,
  } = useSWRImmutable<true, ApiError, readonly [string, string]>(['confirm-email', token], confirm);
  if (data) return <Message kind="done">{t(($) => $.emailConfirmation.done)}</Message>;
  const isOut = readToken() === null;
  if (error?.code === 'token-expired')
    return <Spent text={t(($) => $.emailConfirmation[isOut ? 'expired' : 'expiredInside'])} />;
  if (error?.status === 401)
    return <Spent text={t(($) => $.emailConfirmation[isOut ? 'invalid' : 'invalidInside'])} />;
  if (error && !isValidating)
    return <Failure text={t(($) => $.emailConfirmation.failed)} onRetry={() => void again()} />;
  return <Spinner label={t(($) => $.emailConfirmation.busy)} />;
};

/** Confirms at once in a browser with the account's session, otherwise after a click. */
const Confirmation = ({ token }: { token: string }) => {
  const { t } = useTranslation('auth');
  const [isAgreed, setIsAgreed] = useState(() => isOwnLink(token, readToken()));
  if (isAgreed) return <Outcome token={token} />;
  return (
    <>
      <p>{t(($) => $.emailConfirmation.ask)}</p>
      <Button onClick={() => setIsAgreed(true)}>{t(($) => $.emailConfirmation.mine)}</Button>
    </>
  );
};

/**
 * Confirms an account's email address by the mailed link. Someone else may have signed up with the reader's
 * address, so opening the link, by the reader or by a scanner that runs scripts, is not enough.
 */
export const EmailConfirmationScreen = () => {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  return (
    <CardPage title={t(($) => $.emailConfirmation.title)}>
      {token === null ? (
        <Message kind="failed">{t(($) => $.newMail.noToken)}</Message>
      ) : (
        <Confirmation token={token} />
      )}
      {readToken() === null ? (
        <a href={paths.login} className="centred">
          {t(($) => $.toLogin)}
        </a>
      ) : (
        <a href={paths.clinic} className="centred">
          {t(($) => $.emailConfirmation.goOn)}
        </a>
      )}
      <SupportLine />
    </CardPage>
  );
};
