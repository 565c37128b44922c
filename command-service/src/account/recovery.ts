import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Feeds } from '@visita/platform/calendar/feeds';
import { deriveId } from '@visita/platform/core/derive-id';
import type { Dependencies } from '../dependencies.ts';
import type { ProAccount } from '../pro/state.ts';
import { usable } from '../pro/proof.ts';
import { loadPro } from '../pro/view.ts';
import { unitsOfWork } from '../unit-of-work.ts';
import { createClaims } from '../claim/claims.ts';
import { inMinutes, linkOf } from './links.ts';

/** Reset and email-change links work for an hour. */
const linkMinutes = 60;
/** Milliseconds after which a request for a reset is answered, whether or not the email is known. */
const answerAfter = 250;

export type RecoveryDeps = Dependencies & { readonly feeds: Pick<Feeds, 'remove'> };

/** Passwords and emails by mailed links. Who it is about comes from the token, never from the body. */
export const recoveryHandlers = (deps: RecoveryDeps) => {
  const { domain, sessions, credentials, accountTokens, feeds, pause, rules } = deps;
  const endsConnection = rules.isOn('proven-addresses');
  const begin = unitsOfWork(deps.now);
  const claims = createClaims(deps);

  /** A process ends both again, for where this one dies in between. Sessions first: one could make another address. */
  const endAccess = async (proId: string): Promise<void> => {
    await sessions.endAll(proId);
    await feeds.remove(proId);
  };

  const requestPasswordReset: Handlers['requestPasswordReset'] = async (context) => {
    const { body } = context;
    const { at, cause } = begin(context);
    const ask = async (): Promise<void> => {
      const proId = await claims.ownerOf('email', body.email);
      if (proId === null || (await domain.pros.load(proId)).state.status !== 'registered') return;
      const tokenId = deriveId(cause.id, 'token');
      const link = { tokenId, expires: inMinutes(at, linkMinutes) };
      // Not recorded: a position in the answer would tell that the email is known.
      await domain.pros.execute(proId, { type: 'request-password-reset', ...link }, cause);
    };
    // The same answer after the same time, so that nobody learns which emails are known.
    await Promise.all([ask(), pause(answerAfter)]);
    return { message: 'Check your email. A recovery link has been sent', data: null };
  };

  /** The account that a link was mailed for; where it is gone, so is the link. */
  const accountOf = async ({ proId }: { proId: string }): Promise<ProAccount> => {
    const { state } = await domain.pros.load(proId);
    if (state.status !== 'registered') throw new Rejection('token-invalid');
    return state;
  };

  const emailOf = (pro: ProAccount): string => {
    if (isErased(pro.email)) throw new Rejection('token-invalid');
    return pro.email;
  };

  const verifyResetToken: Handlers['verifyResetToken'] = async ({ body }) => {
    const link = accountTokens.read('reset', body.token) ?? accountTokens.read('invitation', body.token);
    if (!link) throw new Rejection('token-invalid');
    const pro = await accountOf(link);
    usable(pro.links.password, link.tokenId, deps.now().toISOString());
    return { message: 'The link is valid', user: { email: emailOf(pro) } };
  };

  const setPassword: Handlers['setPassword'] = async (context) => {
    const { body } = context;
    const { now, execute } = begin(context);
    const link = linkOf(context.caller);
    const { purpose } = link;
    if (purpose !== 'reset' && purpose !== 'invitation') throw new Rejection('token-invalid');
    const pro = await accountOf(link);
    if (body.email !== emailOf(pro)) throw new Rejection('token-invalid');
    // Hashing is refused where too many wait for it, and must not cost the link.
    const setFor = await credentials.prepare(body.password);
    const { tokenId } = link;
    const command = { type: 'set-password', tokenId, link: purpose, now, endsConnection } as const;
    // The link is used up first: of two parallel tries only one gets past this line.
    await execute(domain.pros, pro.id, command);
    await setFor(pro.id);
    await endAccess(pro.id);
    return { message: 'Password changed', data: null };
  };

  const requestEmailChange: Handlers['requestEmailChange'] = async (context) => {
    const { body } = context;
    const { at, cause } = begin(context);
    const pro = await loadPro(domain, proOf(context.caller).proId);
    if (body.currentEmail !== emailOf(pro))
      throw new Rejection('malformed-request', 'This is not your present email.');
    if (body.newEmail === body.currentEmail)
      throw new Rejection('malformed-request', 'This is your email already.');
    // Somebody else's address gets no link, and the answer does not tell that it is somebody's.
    if ((await claims.ownerOf('email', body.newEmail)) === null) {
      const link = { tokenId: deriveId(cause.id, 'token'), expires: inMinutes(at, linkMinutes) };
      // Not recorded: a position in the answer would tell that the address is free.
      await domain.pros.execute(
        pro.id,
        { type: 'request-email-change', newEmail: body.newEmail, ...link },
        cause,
      );
    }
    return { message: 'Request sent', data: null };
  };

  const confirmEmailChange: Handlers['confirmEmailChange'] = async (context) => {
    const { body } = context;
    const { now, cause, execute } = begin(context);
    const link = linkOf(context.caller);
    if (link.purpose !== 'email-change') throw new Rejection('token-invalid');
    const pro = await accountOf(link);
    const { newEmail } = usable(pro.links.emailChange, link.tokenId, now);
    if (!(await credentials.verify(pro.id, body.password))) throw new Rejection('wrong-credentials');
    const claim = { kind: 'email', ownerId: pro.id } as const;
    await claims.take({ ...claim, value: newEmail, taken: 'email-taken' }, cause);
    await execute(domain.pros, pro.id, { type: 'change-email', tokenId: link.tokenId, now, endsConnection });
    await claims.release({ ...claim, value: emailOf(pro) }, cause);
    await endAccess(pro.id);
    return { message: 'Your email has been updated. Now you can login with it.', data: null };
  };

  return {
    requestPasswordReset,
    verifyResetToken,
    setPassword,
    requestEmailChange,
    confirmEmailChange,
  } satisfies Handlers;
};
