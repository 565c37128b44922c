import { isErased } from '@visita/contracts/event';
import type { Options, Pro } from '@visita/contracts/pro/views';
import { planByName } from '@visita/contracts/reference/plans';
import { Rejection } from '@visita/contracts/problem';
import type { Domain } from '../domain.ts';
import type { ProAccount } from './decider.ts';

const shown = <T>(value: T | { readonly erased: true }, instead: T): T => (isErased(value) ? instead : value);

/** A pro's options as their own view. */
export const optionsView = (pro: ProAccount): Options => ({
  id: pro.id,
  ...pro.options,
  calendarPageUrl: shown(pro.slug, ''),
  googleAccessToken: pro.externalCalendar === null ? null : 'connected',
});

/** A pro as they see themself. */
export const proView = (pro: ProAccount): Pro => {
  const profile = pro.profile === null || isErased(pro.profile) ? null : pro.profile;
  return {
    id: pro.id,
    email: shown(pro.email, ''),
    username: shown(pro.username, ''),
    title: pro.title,
    name: profile?.name ?? null,
    lastname: profile?.lastname ?? null,
    prefix: profile?.prefix ?? null,
    phone: profile?.phone ?? null,
    configStatus: pro.configStatus,
    marketingConsent: pro.marketingConsent,
    subscription: pro.plan === null ? [] : [planByName(pro.plan)],
    subscriptionName: pro.plan,
    options: optionsView(pro),
  };
};

/** Name and last name, as the public page and the calendar show them. */
export const fullName = (pro: ProAccount): string =>
  pro.profile === null || isErased(pro.profile) ? '' : `${pro.profile.name} ${pro.profile.lastname}`;

/** The pro of an id, who must exist. */
export const loadPro = async (domain: Domain, proId: string): Promise<ProAccount> => {
  const { state } = await domain.pros.load(proId);
  if (state.status !== 'registered') throw new Rejection('not-found');
  return state;
};

/** The functions and limits of a pro's plan; without a plan those of the free one. */
export const planOf = (pro: ProAccount) => planByName(pro.plan ?? 'free');
