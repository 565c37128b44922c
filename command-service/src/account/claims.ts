import type { ClaimKind } from '@visita/contracts/claim/events';
import { type ProblemCode, Rejection } from '@visita/contracts/problem';
import type { Cause } from '@visita/platform/decider';
import type { Dependencies } from '../dependencies.ts';

type Claim = { kind: ClaimKind; value: string; ownerId: string; taken: ProblemCode };

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

  const ownerOf = async (kind: ClaimKind, value: string): Promise<string | null> =>
    (await domain.claims.load(key(kind, value))).state.ownerId;

  /** Refuses what a pro has already, before anything is done for who asks for it. */
  const requireFree = async ({ kind, value, ownerId, taken }: Claim): Promise<void> => {
    const present = await ownerOf(kind, value);
    if (present === null || present === ownerId) return;
    if ((await domain.pros.load(present)).state.status === 'registered') throw new Rejection(taken);
  };

  const take = async ({ kind, value, ownerId, taken }: Claim, cause: Cause): Promise<void> => {
    const id = key(kind, value);
    try {
      await domain.claims.execute(id, { type: 'claim', ownerId, taken }, cause);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const present = (await domain.claims.load(id)).state.ownerId;
      if (present === null || !(await abandonedBy(present, cause))) throw error;
      await domain.claims.execute(id, { type: 'claim', ownerId, abandonedBy: present, taken }, cause);
    }
  };

  return {
    ownerOf,
    requireFree,
    take,
    release: ({ kind, value, ownerId }: Omit<Claim, 'taken'>, cause: Cause) =>
      domain.claims.execute(key(kind, value), { type: 'release', ownerId }, cause),
  };
};

export type Claims = ReturnType<typeof createClaims>;
