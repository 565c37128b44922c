import { reservedSlugs } from '@visita/contracts/fields';
import type { PlainOptions } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import { type CallContext, type Handlers, proOf } from '@visita/platform/http/calls';
import type { Cause } from '@visita/platform/decider';
import { createClaims } from '../account/claims.ts';
import { causeOf, type Dependencies } from '../dependencies.ts';
import type { ProAccount, ProCommand } from './decider.ts';
import { loadPro, optionsView, planOf, proView } from './view.ts';

/** Which command an update means; the schema lets no mixture through (decision 25). */
const updateCommand = (body: CallContext<'updatePro'>['body'], now: Date): ProCommand => {
  if ('subscriptionName' in body) return { type: 'choose-plan', plan: body.subscriptionName };
  if (!('name' in body)) return { type: 'change-marketing-consent', marketingConsent: body.marketingConsent };
  const { name, lastname, prefix, phone } = body;
  const profile = { name, lastname, prefix, phone };
  if (!('title' in body)) return { type: 'update-profile', profile };
  if (body.configStatus === 2) return { type: 'save-personal-data', title: body.title, profile };
  const { title, marketingConsent } = body;
  return { type: 'onboard-collaborator', title, profile, marketingConsent, now: now.toISOString() };
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

  /** The old slug goes free, unless it also is the username. */
  const switchSlug = async (pro: ProAccount, slug: string, cause: Cause): Promise<string> => {
    const { position } = await domain.pros.execute(
      pro.id,
      { type: 'change-slug', calendarPageUrl: slug },
      cause,
    );
    if (typeof pro.slug === 'string' && pro.slug !== pro.username) {
      await claims.release({ kind: 'handle', value: pro.slug, ownerId: pro.id }, cause);
    }
    return position ?? '';
  };

  const updateOptions: Handlers['updateOptions'] = async (context) => {
    const cause = causeOf(context.request, now());
    const proId = own(context);
    const { calendarPageUrl: wanted, ...changes } = context.body;
    const pro = await loadPro(domain, proId);
    const slug = wanted === undefined || wanted === pro.slug ? null : wanted;
    // Everything that can be refused comes before the first event of the account.
    if (slug !== null) await claimSlug(pro, slug, cause);
    const options = { changes: changes as Partial<PlainOptions>, ...planOf(pro) };
    const changed = await domain.pros
      .execute(proId, { type: 'change-options', ...options }, cause)
      .catch(async (error: unknown) => {
        if (slug !== null) await claims.release({ kind: 'handle', value: slug, ownerId: proId }, cause);
        throw error;
      });
    if (changed.position) context.wrote(changed.position);
    if (slug !== null) context.wrote(await switchSlug(pro, slug, cause));
    return { message: 'Options updated', data: optionsView(await loadPro(domain, proId)) };
  };

  return { updatePro, updateOptions } satisfies Handlers;
};
