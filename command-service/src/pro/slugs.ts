import { defaultSlug, isOfficialSlug, isReservedSlug } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Claims } from '../claim/claims.ts';
import type { Domain } from '../domain.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { ProAccount, SlugTurn } from './state.ts';
import { loadPro } from './view.ts';

type Deps = {
  domain: Domain;
  claims: Pick<Claims, 'requireFree' | 'take' | 'release'>;
  strict: boolean;
};

type Work = Pick<UnitOfWork, 'cause' | 'now' | 'execute'>;

const claimOf = (proId: string, { slug, turn }: SlugTurn) =>
  ({ kind: 'handle', value: slug, ownerId: proId, ...(turn === 0 ? {} : { turn }) }) as const;

/** Tells whether the address is the pro's default one, which is never released. */
const isOwn = ({ id, username }: ProAccount, slug: string): boolean =>
  typeof username === 'string' && slug === defaultSlug(username, id);

/** Tells whether the address is kept for redirects. */
const isFormer = ({ formerSlugs }: ProAccount, slug: string): boolean =>
  formerSlugs.some((one) => one.slug === slug);

/**
 * Creates the changes of booking addresses. In addition to the default address and addresses used
 * for a day, a pro claims at most one, even after a crash.
 */
export const createSlugs = ({ domain, claims, strict }: Deps) => {
  const release = async (pro: ProAccount, left: SlugTurn, cause: Cause): Promise<void> => {
    if (isOwn(pro, left.slug) || isFormer(pro, left.slug)) return;
    await claims.release(claimOf(pro.id, left), cause);
  };

  /**
   * Releases the addresses that a change does not keep: the former address if it was hardly used,
   * and the oldest ones beyond the maximum.
   */
  const releaseLeft = async (before: ProAccount, cause: Cause): Promise<void> => {
    const pro = await loadPro(domain, before.id);
    const left = typeof before.slug === 'string' ? [{ slug: before.slug, turn: before.slugTurn }] : [];
    for (const one of [...left, ...before.formerSlugs])
      if (one.slug !== pro.slug) await release(pro, one, cause);
  };

  /** Throws if the pro cannot have the address. */
  const requireFree = async (pro: ProAccount, slug: string): Promise<void> => {
    if (isOwn(pro, slug)) return;
    const isOfficial = strict && isOfficialSlug(slug);
    if (isOfficial || isReservedSlug(slug)) throw new Rejection('slug-reserved');
    await claims.requireFree({ ...claimOf(pro.id, { slug, turn: 0 }), taken: 'slug-taken' });
  };

  /**
   * Records the planned claim. After a crash, the next change or another account that wants the
   * address can then end it.
   */
  const begin = async (pro: ProAccount, slug: string, cause: Cause): Promise<SlugTurn> => {
    const { state } = await domain.pros.execute(
      pro.id,
      { type: 'request-slug', calendarPageUrl: slug },
      cause,
    );
    if (state.status !== 'registered') throw new Rejection('not-found');
    const { pendingSlug: overtaken } = pro;
    if (overtaken && ![state.pendingSlug?.turn, state.slugTurn].includes(overtaken.turn))
      await release(pro, overtaken, cause);
    return state.pendingSlug?.slug === slug ? state.pendingSlug : { slug, turn: state.slugTurn };
  };

  const claim = async (pro: ProAccount, wanted: SlugTurn, cause: Cause): Promise<void> => {
    if (isOwn(pro, wanted.slug)) return;
    try {
      await claims.take({ ...claimOf(pro.id, wanted), taken: 'slug-taken' }, cause);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      await domain.pros.execute(pro.id, { type: 'give-up-slug', turn: wanted.turn }, cause);
      throw error;
    }
  };

  /** Finishes a change; refused if another one has begun since. */
  const finish = async (proId: string, wanted: SlugTurn, { cause, now, execute }: Work): Promise<void> => {
    const pro = await loadPro(domain, proId);
    await claim(pro, wanted, cause);
    const { slug: calendarPageUrl, turn } = wanted;
    try {
      const changed = await execute(domain.pros, proId, { type: 'change-slug', calendarPageUrl, turn, now });
      // No other change finished during this one, so the former state tells which addresses to
      // release.
      if (changed.position) await releaseLeft(pro, cause);
    } catch (error) {
      if (error instanceof Rejection) await release(pro, wanted, cause);
      throw error;
    }
  };

  return { requireFree, begin, finish };
};
