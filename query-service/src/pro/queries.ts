import type { Handlers } from '@visita/platform/http/calls';
import { Rejection } from '@visita/contracts/problem';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import { select } from '@visita/read-model/query';
import { columnsOf } from '@visita/platform/projection/table';
import { pros } from '@visita/read-model/pro/tables';
import { optionsView, proView, publicProView, type ShownPro } from '@visita/read-model/pro/view';

/** Condition on `read.pros p`: accounts that work at receptions only have no booking page. */
export const hasPage = `not coalesce((select bool_and(h.role = 'reception') from read.hubs h
  where h.pro_id = p.pro_id and h.status not in ('pending', 'rejected', 'archived')), false)`;

/** A pro, and whether they have a provider of texts. */
type Shown = ShownPro & { readonly texts: boolean };

const texts = `exists (select from read.message_settings m
  where m.pro_id = p.pro_id and m.settings::jsonb ->> 'provider' is not null) as texts`;
const prosWhere = (where: string) =>
  `select ${columnsOf(pros, 'p')}, ${texts} from read.pros p where ${where}`;
const bySlug = { name: 'pro-by-slug', text: prosWhere(`slug = $1 and ${hasPage}`) };
const byFormerSlug = {
  name: 'pro-by-former-slug',
  text: prosWhere(
    `pro_id = (select pro_id from read.former_slugs where slug = $1 order by pro_id limit 1) and ${hasPage}`,
  ),
};
const byUsername = { name: 'pro-by-username', text: prosWhere('username = $1') };
const byId = { name: 'pro-by-id', text: prosWhere('pro_id = $1') };

const publicOptionsOf = (row: Shown) => {
  const { calendarAvailabilityLimit, comunicationsLanguage, searchEngines, languagesSpoken } =
    optionsView(row);
  const shown = { calendarAvailabilityLimit, comunicationsLanguage, searchEngines, languagesSpoken };
  return row.texts ? { ...shown, texts: true as const } : shown;
};

/**
 * Creates the reads of pros that visitors may see: those with complete onboarding and a verified
 * email address.
 */
export const createVisiblePro = ({ pool, strict }: Pick<Dependencies, 'pool' | 'strict'>) => {
  const counts = (row: Shown): boolean => row.address_proven || !strict;
  const onboarded = (row: Shown | undefined): Shown => {
    if (row?.config_status !== 100) throw new Rejection('not-found');
    return row;
  };
  return {
    visible: (row: Shown | undefined): Shown => {
      const pro = onboarded(row);
      if (!counts(pro)) throw new Rejection('not-found');
      return pro;
    },
    /** Public view of a pro, and `open`: whether visitors see it already. */
    preview: async (proId: string) => {
      const row = onboarded((await select<Shown>(pool, byId, [proId]))[0]);
      return { open: counts(row), pro: publicProView(row), options: publicOptionsOf(row) };
    },
  };
};

/** Returns the handlers of pros and their options: everything for the pro themself, little for others. */
export const proHandlers = ({ pool, strict }: Pick<Dependencies, 'pool' | 'strict'>) => {
  const { visible } = createVisiblePro({ pool, strict });
  return {
    getProByUrl: async ({ params }) => {
      const [row] = await select<Shown>(pool, bySlug, [params.url.toLowerCase()]);
      return { message: 'Pro', data: publicProView(visible(row)) };
    },
    getFormerAddress: async ({ params }) => {
      const [row] = await select<Shown>(pool, byFormerSlug, [params.url.toLowerCase()]);
      const { calendarPageUrl } = publicProView(visible(row));
      return { message: 'Address', data: { calendarPageUrl } };
    },
    getPro: async ({ params, caller }) => {
      if (params.username.includes('@')) throw new Rejection('not-found');
      const [row] = await select<Shown>(pool, byUsername, [params.username.toLowerCase()]);
      const self = caller.kind === 'pro' && row?.pro_id === caller.proId;
      return { message: 'Pro', data: self ? proView(found(row)) : publicProView(visible(row)) };
    },
    getOptions: async ({ params, caller }) => {
      const [row] = await select<Shown>(pool, byId, [params.proId]);
      if (caller.kind === 'pro' && caller.proId === params.proId) {
        const { options: data, optionsVersion: version } = proView(found(row));
        return { message: 'Options', data, version };
      }
      return { message: 'Options', data: publicOptionsOf(visible(row)) };
    },
  } satisfies Handlers;
};
