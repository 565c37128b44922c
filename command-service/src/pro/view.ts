import { readable } from '@visita/contracts/event';
import type { Options, Pro } from '@visita/contracts/pro/views';
import { planByName } from '@visita/contracts/reference/plans';
import { Rejection } from '@visita/contracts/problem';
import { optionColumns, profileColumns } from '@visita/read-model/pro/columns';
import * as views from '@visita/read-model/pro/view';
import type { Domain } from '../domain.ts';
import type { ProState } from './decider.ts';
import type { ProAccount } from './state.ts';

const rowOf = (pro: ProAccount): views.ShownPro => ({
  pro_id: pro.id,
  email: readable(pro.email),
  username: readable(pro.username),
  address_proven: pro.addressProven,
  review: pro.review,
  slug: readable(pro.slug),
  title: pro.title,
  ...profileColumns(pro.profile),
  config_status: pro.configStatus,
  plan: pro.plan,
  marketing_consent: pro.marketingConsent,
  external_calendar: pro.externalCalendar,
  ...optionColumns(pro.options),
});

export const optionsView = (pro: ProAccount): Options => views.optionsView(rowOf(pro));

/** Returns a pro's options, which a call replaces; their content gives the version. */
export const storedOptions = (pro: ProState) =>
  pro.status === 'registered' ? views.replacedOptions(rowOf(pro)) : {};

export const proView = (pro: ProAccount): Pro => views.proView(rowOf(pro));

/** Returns the name and last name, as the public page and the calendar show them. */
export const fullName = ({ profile }: Pick<ProAccount, 'profile'>): string =>
  views.fullName(profileColumns(profile));

/** Loads a pro; throws `not-found` if they do not exist. */
export const loadPro = async (domain: Domain, proId: string): Promise<ProAccount> => {
  const { state } = await domain.pros.load(proId);
  if (state.status !== 'registered') throw new Rejection('not-found');
  return state;
};

/** Functions and limits of a pro's plan; those of the free plan without one. */
export const planOf = (pro: ProAccount) => planByName(pro.plan ?? 'free');
