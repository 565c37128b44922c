import { reservedSlugs } from '@visita/contracts/fields';
import type { PlainOptions } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import { type CallContext, type Handlers, proOf } from '@visita/platform/http/calls';
import type { Cause } from '@visita/platform/decider';
import { createClaims } from '../account/claims.ts';
import { causeOf, type Dependencies } from '../dependencies.ts';
import { type ProAccount, type ProCommand, proDecider } from './decider.ts';
import { loadPro, optionsView, planOf, proView } from './view.ts';

/** Which command an update means; the schema lets no mixture through. */
const updateCommand = (body: CallContext<'updatePro'>['body'], now: Date): ProCommand => {
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
    ...('termsConditions' in body ? { termsAcceptedAt: now.toISOString() } : {}),
  };
};

type OptionsBody = CallContext<'updateOptions'>['body'];

/** What of the options can be changed here. The rest may only be sent as it is, as whoever read the whole sends it. */
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

/** Onboarding, profile, consent and options of one's own account. */
export const proHandlers = (deps: Dependencies) => {
  const { domain, now } = deps;
  const claims = createClaims(deps);

  const own = (context: { params: { id: string }; caller: CallContext<'updatePro'>['caller'] }): string => {
    const { proId } = proOf(context.caller);
    if (context.params.id !== proId) throw new Rejection('not-found');
    return proId;
  };

  const updatePro: Handlers['updatePro'] = async (context) => {
    const at = now();
    const command = updateCommand(context.body, at);
    const done = await domain.pros.execute(own(context), command, causeOf(context.request, at));
    if (done.position) context.wrote(done.position);
    if (done.state.status !== 'registered') throw new Rejection('not-found');
    return { message: 'Profile updated', data: proView(done.state) };
  };

  const claimSlug = async (pro: ProAccount, slug: string, cause: Cause): Promise<void> => {
    if (reservedSlugs.includes(slug)) throw new Rejection('slug-reserved');
    await claims.take({ kind: 'handle', value: slug, ownerId: pro.id, taken: 'slug-taken' }, cause);
  };

  /** The old slug goes free, unless it also is the username or was taken back meanwhile. */
  const switchSlug = async (pro: ProAccount, slug: string, cause: Cause): Promise<string | null> => {
    const { position } = await domain.pros.execute(
      pro.id,
      { type: 'change-slug', calendarPageUrl: slug },
      cause,
    );
    const present = await loadPro(domain, pro.id);
    if (typeof pro.slug === 'string' && pro.slug !== pro.username && pro.slug !== present.slug) {
      await claims.release({ kind: 'handle', value: pro.slug, ownerId: pro.id }, cause);
    }
    return position;
  };

  const updateOptions: Handlers['updateOptions'] = async (context) => {
    const cause = causeOf(context.request, now());
    const proId = own(context);
    const pro = await loadPro(domain, proId);
    const { calendarPageUrl: wanted, ...changes } = changeable(context.body, pro);
    const slug = wanted === undefined || wanted === pro.slug ? null : wanted;
    const command = {
      type: 'change-options',
      changes: changes as Partial<PlainOptions>,
      ...planOf(pro),
    } as const;
    // Everything that can be refused comes before the first event: what is claimed need not be given back, which
    // could free a name that is in use.
    proDecider.decide(command, pro);
    if (slug !== null) await claimSlug(pro, slug, cause);
    const changed = await domain.pros.execute(proId, command, cause);
    const switched = slug === null ? null : await switchSlug(pro, slug, cause);
    for (const position of [changed.position, switched]) if (position) context.wrote(position);
    return { message: 'Options updated', data: optionsView(await loadPro(domain, proId)) };
  };

  /** The account is gone at once; a process erases what is left of it. */
  const deletePro: Handlers['deletePro'] = async (context) => {
    const proId = own(context);
    const command = { type: 'request-deletion' } as const;
    const deleted = await domain.pros.execute(proId, command, causeOf(context.request, now()));
    if (deleted.position) context.wrote(deleted.position);
    await deps.sessions.endAll(proId);
    return { message: 'Account deleted', data: null };
  };

  return { updatePro, updateOptions, deletePro } satisfies Handlers;
};
