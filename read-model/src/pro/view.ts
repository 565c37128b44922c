import type { Options, Pro, PublicPro } from '@visita/contracts/pro/views';
import { planByName } from '@visita/contracts/reference/plans';
import type { AnyRow } from '@visita/platform/projection/table';
import { versionOf } from '../version.ts';
import { optionsIn } from './columns.ts';
import type { pros } from './tables.ts';

/** Columns of a pro for views. */
export type ShownPro = Omit<AnyRow<typeof pros>, 'pending_email'>;

/** Returns the name and last name; empty if unknown or erased. */
export const fullName = ({ name, lastname }: Pick<ShownPro, 'name' | 'lastname'>): string =>
  [name, lastname].filter((part) => part !== null).join(' ');

/** Returns the record replaced by a call that changes options; its content gives the version. */
export const replacedOptions = (row: ShownPro) => ({ ...optionsIn(row), calendarPageUrl: row.slug ?? '' });

export const optionsView = (row: ShownPro): Options => ({
  id: row.pro_id,
  ...replacedOptions(row),
  googleAccessToken: row.external_calendar === null ? null : 'connected',
});

export const proView = (row: ShownPro): Pro => ({
  id: row.pro_id,
  email: row.email ?? '',
  username: row.username ?? '',
  addressProven: row.address_proven,
  review: row.review,
  factorAsked: false,
  title: row.title,
  name: row.name,
  lastname: row.lastname,
  prefix: row.prefix,
  phone: row.phone,
  configStatus: row.config_status,
  marketingConsent: row.marketing_consent,
  subscription: row.plan === null ? [] : [planByName(row.plan)],
  subscriptionName: row.plan,
  options: optionsView(row),
  optionsVersion: versionOf(replacedOptions(row)),
});

export const publicProView = (row: ShownPro): PublicPro => ({
  id: row.pro_id,
  username: row.username ?? '',
  title: row.title,
  name: row.name,
  lastname: row.lastname,
  calendarPageUrl: row.slug ?? '',
});
