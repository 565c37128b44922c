import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { isErased } from '@visita/contracts/event';
import type { Dependencies } from '../dependencies.ts';
import type { AccountDeps } from './deps.ts';
import { requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';

/** Requires the code if the account has a second factor. Throws `code-needed` or `code-wrong`. */
export const requireCode = async (
  { proId, code }: { proId: string; code: string | undefined },
  { execute }: UnitOfWork,
  { factors, domain }: Pick<Dependencies, 'factors' | 'domain'>,
): Promise<void> => {
  if (!(await factors.isOn(proId))) return;
  if (code === undefined || code.trim() === '') throw new Rejection('code-needed');
  const used = await factors.use(proId, code);
  if (used === null) throw new Rejection('code-wrong');
  if (used === 'recovery')
    await execute(domain.pros, proId, { type: 'note-security', what: 'RecoveryCodeUsed' });
};

const getFactors: Command<'getFactors', AccountDeps> = async ({ caller }, _work, { factors }) => {
  const { proId } = proOf(caller);
  const [apps, keys, recoveryCodes] = await Promise.all([
    factors.list(proId),
    factors.passkeys.list(proId),
    factors.codes.left(proId),
  ]);
  const shown = apps.map(({ factorId: id, created }) => ({ id, created: created.toISOString() }));
  const passkeys = keys.map(({ passkeyId: id, name, created, lastUsed }) => ({
    id,
    name,
    created: created.toISOString(),
    lastUsed: lastUsed?.toISOString() ?? null,
  }));
  return { message: 'Second factors', data: { factors: shown, passkeys, recoveryCodes } };
};

const beginFactor: Command<'beginFactor', AccountDeps> = async ({ caller }, _work, deps) => {
  const pro = await loadPro(deps.domain, proOf(caller).proId);
  requireProven(deps, pro);
  const label = isErased(pro.email) ? pro.id : pro.email;
  const { factorId: id, secret, uri } = await deps.factors.begin(pro.id, label);
  return { message: 'Give a code of it', data: { id, secret, uri } };
};

/** Returns recovery codes if this is the pro's first second factor. */
export const firstCodes = async ({ codes }: Dependencies['factors'], proId: string): Promise<string[]> =>
  (await codes.left(proId)) > 0 ? [] : [...(await codes.renew(proId))];

const confirmFactor: Command<'confirmFactor', AccountDeps> = async (
  { params, body, caller },
  { execute },
  deps,
) => {
  const { factors, domain } = deps;
  const { proId } = proOf(caller);
  if (!(await factors.confirm({ proId, factorId: params.id }, body.code))) throw new Rejection('code-wrong');
  const recoveryCodes = await firstCodes(factors, proId);
  await execute(domain.pros, proId, { type: 'note-security', what: 'FactorAdded' });
  return { message: 'Authenticator added', data: { recoveryCodes } };
};

const removeFactor: Command<'removeFactor', AccountDeps> = async ({ params, caller }, { execute }, deps) => {
  const { proId } = proOf(caller);
  const kind = await deps.factors.remove({ proId, factorId: params.id });
  if (kind === null) throw new Rejection('not-found');
  const what = kind === 'passkey' ? 'PasskeyRemoved' : 'FactorRemoved';
  await execute(deps.domain.pros, proId, { type: 'note-security', what });
  return { message: 'Removed', data: null };
};

const renewRecoveryCodes: Command<'renewRecoveryCodes', AccountDeps> = async (
  { caller },
  { execute },
  deps,
) => {
  const { factors, domain } = deps;
  const { proId } = proOf(caller);
  if (!(await factors.isOn(proId)))
    throw new Rejection('conflict', 'Add an authenticator or a passkey first.');
  const recoveryCodes = [...(await factors.codes.renew(proId))];
  await execute(domain.pros, proId, { type: 'note-security', what: 'RecoveryCodesRenewed' });
  return { message: 'New recovery codes', data: { recoveryCodes } };
};

export const factorHandlers = (deps: AccountDeps) => {
  const handle = handling(deps);
  return {
    getFactors: handle(getFactors),
    beginFactor: handle(beginFactor),
    confirmFactor: handle(confirmFactor),
    removeFactor: handle(removeFactor),
    renewRecoveryCodes: handle(renewRecoveryCodes),
  } satisfies Handlers;
};
