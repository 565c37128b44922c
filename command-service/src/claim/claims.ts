import type { ClaimKind } from '@visita/contracts/claim/events';
import { type ProblemCode, Rejection } from '@visita/contracts/problem';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Dependencies } from '../dependencies.ts';

type Claim = { kind: ClaimKind; value: string; ownerId: string; turn?: number; taken: ProblemCode };

/** Uniqueness of emails, usernames and slugs, each decided in a stream of its own. */
export const createClaims = ({ domain, hash }: Pick<Dependencies, 'domain' | 'hash'>) => {
  const key = (kind: ClaimKind, value: string): string => `${kind}_${hash.keyed(`claim-${kind}`, value)}`;

  /** Fences off an owner who claimed and never signed up; refused where there is such a pro. */
  const abandonedBy = async (ownerId: string, cause: Cause): Promise<boolean> => {
    const command = { type: 'abandon-sign-up', proId: ownerId } as const;
    return domain.pros.execute(ownerId, command, cause).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Rejection) return false;
        throw error;
      },
    );
  };

  /** Whether it is a registered pro's username or booking address, or anything else that they hold for good. */
  const isUsed = async (kind: ClaimKind, value: string, ownerId: string): Promise<boolean> => {
    const { state } = await domain.pros.load(ownerId);
    if (state.status !== 'registered') return false;
    return kind !== 'handle' || state.username === value || state.slug === value;
  };

  /**
   * Fences off a change of a booking address that claimed it and never ended. A turn that was overtaken or given up
   * never comes back, so what this finds of a turn stays true.
   */
  const isLeft = async ({ kind, value }: Pick<Claim, 'kind' | 'value'>, ownerId: string, cause: Cause) => {
    const { state } = await domain.pros.load(ownerId);
    if (kind !== 'handle' || state.status !== 'registered') return state.status === 'erased';
    if (state.pendingSlug?.slug === value)
      await domain.pros.execute(ownerId, { type: 'give-up-slug', turn: state.pendingSlug.turn }, cause);
    return !(await isUsed(kind, value, ownerId));
  };

  const ownerOf = async (kind: ClaimKind, value: string): Promise<string | null> =>
    (await domain.claims.load(key(kind, value))).state.ownerId;

  /** Refuses what a pro has already, before anything is done for who asks for it. */
  const requireFree = async ({ kind, value, ownerId, taken }: Claim): Promise<void> => {
    const present = await ownerOf(kind, value);
    if (present === null || present === ownerId) return;
    if (await isUsed(kind, value, present)) throw new Rejection(taken);
  };

  const take = async ({ kind, value, ...claim }: Claim, cause: Cause): Promise<void> => {
    const id = key(kind, value);
    try {
      await domain.claims.execute(id, { type: 'claim', ...claim }, cause);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const { ownerId: present, turn: abandonedTurn } = (await domain.claims.load(id)).state;
      if (present === null || present === claim.ownerId) throw error;
      if (!(await isLeft({ kind, value }, present, cause)) && !(await abandonedBy(present, cause)))
        throw error;
      const over = { abandonedBy: present, abandonedTurn };
      await domain.claims.execute(id, { type: 'claim', ...claim, ...over }, cause);
    }
  };

  return {
    ownerOf,
    requireFree,
    take,
    release: ({ kind, value, ...claim }: Omit<Claim, 'taken'>, cause: Cause) =>
      domain.claims.execute(key(kind, value), { type: 'release', ...claim }, cause),
  };
};

export type Claims = ReturnType<typeof createClaims>;
