import type { PlainOptions } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import { createClaims } from '../claim/claims.ts';
import type { ProDeps } from './deps.ts';
import { requireUnheld } from '../patient/restriction.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { type ProCommand, proDecider } from './decider.ts';
import { createSlugs } from './slugs.ts';
import type { ProAccount } from './state.ts';
import { loadPro, optionsView, planOf, proView, storedOptions } from './view.ts';

/** Returns the command of an update; the schema excludes mixtures. */
const updateCommand = (body: CallContext<'updatePro'>['body'], now: string): ProCommand => {
  if ('subscriptionName' in body) return { type: 'choose-plan', plan: body.subscriptionName };
  if (!('name' in body)) return { type: 'change-marketing-consent', marketingConsent: body.marketingConsent };
  const { name, lastname, prefix, phone } = body;
  const profile = { name, lastname, prefix, phone };
  if (!('title' in body)) return { type: 'update-profile', profile };
  if (body.configStatus === 2) return { type: 'save-personal-data', title: body.title, profile };
  const { title, marketingConsent } = body;
  return {
    type: 'onboard-collaborator',
    title,
    profile,
    ...(marketingConsent === undefined ? {} : { marketingConsent }),
    ...('termsConditions' in body ? { termsAcceptedAt: now } : {}),
  };
};

type OptionsBody = CallContext<'updateOptions'>['body'];

/** Returns the options to change; clients that send back everything may include the others unchanged. */
const changeable = (
  { id, proId, googleAccessToken, ...changes }: OptionsBody,
  pro: ProAccount,
): Omit<OptionsBody, 'id' | 'proId' | 'googleAccessToken'> => {
  const present = optionsView(pro);
  if ([id, proId].some((sent) => sent !== undefined && sent !== present.id))
    throw new Rejection(
      'malformed-request',
      'These are another pro’s options: id and proId cannot be changed.',
    );
  if (googleAccessToken !== undefined && googleAccessToken !== present.googleAccessToken)
    throw new Rejection(
      'malformed-request',
      'googleAccessToken cannot be changed here. Connect or disconnect the external calendar.',
    );
  return changes;
};

const own = (context: { params: { id: string }; caller: CallContext<'updatePro'>['caller'] }): string => {
  const { proId } = proOf(context.caller);
  if (context.params.id !== proId) throw new Rejection('not-found');
  return proId;
};

const updatePro: Command<'updatePro', ProDeps> = async (context, { now, execute }, { domain }) => {
  const done = await execute(domain.pros, own(context), updateCommand(context.body, now));
  if (done.state.status !== 'registered') throw new Rejection('not-found');
  return { message: 'Profile updated', data: proView(done.state) };
};

const updateOptions: Command<'updateOptions', ProDeps> = async (context, work, deps) => {
  const { domain } = deps;
  const proId = own(context);
  const pro = await loadPro(domain, proId);
  const { calendarPageUrl: wanted, ...changes } = changeable(context.body, pro);
  const slug = wanted === undefined || wanted === pro.slug ? null : wanted;
  const command = {
    type: 'change-options',
    changes: changes as Partial<PlainOptions>,
    ...planOf(pro),
  } as const;
  // Checks for refusals before the first event.
  proDecider.decide(command, pro);
  if (slug !== null) work.requireBasis(storedOptions(pro));
  if (slug !== null) {
    const slugs = createSlugs({ domain, claims: createClaims(deps), strict: deps.strict });
    await slugs.requireFree(pro, slug);
    await slugs.finish(proId, await slugs.begin(pro, slug, work.cause), work);
  }
  await work.replace(domain.pros, proId, {
    command,
    // The address was already changed by this call.
    record: (state) => ({ ...storedOptions(state), ...(slug !== null && { calendarPageUrl: pro.slug }) }),
  });
  const { options, optionsVersion: version } = proView(await loadPro(domain, proId));
  return { message: 'Options updated', data: options, version };
};

/** Deletes the account immediately; a process erases the rest. */
const deletePro: Command<'deletePro', ProDeps> = async (context, { execute }, deps) => {
  const { domain, sessions, legalHolds } = deps;
  const proId = own(context);
  // A legal hold could not be lifted after the deletion.
  await requireUnheld(domain, await legalHolds.ofPro(proId));
  await execute(domain.pros, proId, { type: 'request-deletion' });
  await sessions.endAll(proId);
  return { message: 'Account deleted', data: null };
};

export const proHandlers = (deps: ProDeps) => {
  const handle = handling(deps);
  return {
    updatePro: handle(updatePro),
    updateOptions: handle(updateOptions),
    deletePro: handle(deletePro),
  } satisfies Handlers;
};
