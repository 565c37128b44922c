import type { ClaimKind } from '@visita/contracts/claim/events';
import { type ProblemCode, Rejection } from '@visita/contracts/problem';
import { type BeforeStep, step, takeSettled } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Dependencies } from '../dependencies.ts';

type Claim = { kind: ClaimKind; value: string; ownerId: string; turn?: number; taken: ProblemCode };

type Deps = Pick<Dependencies, 'domain' | 'hash'>;

const keyOf = ({ hash }: Deps, { kind, value }: Pick<Claim, 'kind' | 'value'>): string =>
  `${kind}_${hash.keyed(`claim-${kind}`, value)}`;

/**
 * Prevents a later sign-up with the id of an owner who claimed a value and never signed up; returns
 * false if the pro exists.
 */
const abandonedBy = ({ domain }: Deps, ownerId: string, cause: Cause): Promise<boolean> =>
  domain.pros.execute(ownerId, { type: 'abandon-sign-up', proId: ownerId }, cause).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Rejection) return false;
      throw error;
    },
  );

type Held = Pick<Claim, 'kind' | 'value' | 'ownerId'>;

/**
 * Tells whether the value is in use: a registered pro's username, booking address, or a former address kept
 * for redirects.
 */
const isUsed = async ({ domain }: Deps, { kind, value, ownerId }: Held): Promise<boolean> => {
  const { state } = await domain.pros.load(ownerId);
  if (state.status !== 'registered') return false;
  if (kind !== 'handle') return true;
  const { username, slug, formerSlugs } = state;
  return [username, slug, ...formerSlugs.map((former) => former.slug)].includes(value);
};

/**
 * Ends an unfinished change of a booking address, and returns whether the claim is no longer
 * needed. A change that was overtaken or ended never continues, so the result stays true.
 */
const isLeft = async (deps: Deps, held: Held, cause: Cause): Promise<boolean> => {
  const { pros } = deps.domain;
  const { state } = await pros.load(held.ownerId);
  if (held.kind !== 'handle' || state.status !== 'registered') return state.status === 'erased';
  if (state.pendingSlug?.slug === held.value)
    await pros.execute(held.ownerId, { type: 'give-up-slug', turn: state.pendingSlug.turn }, cause);
  return !(await isUsed(deps, held));
};

/** Creates the step that claims a value; takes over a claim that its owner abandoned. */
const claimStep = (deps: Deps, { kind, value, ...claim }: Claim): BeforeStep => {
  const { claims } = deps.domain;
  const id = keyOf(deps, { kind, value });
  return {
    ...step(claims, id, { type: 'claim', ...claim }),
    settle: async (refusal, cause) => {
      const { ownerId: present, turn: abandonedTurn } = (await claims.load(id)).state;
      if (present === null || present === claim.ownerId) throw refusal;
      const left = await isLeft(deps, { kind, value, ownerId: present }, cause);
      if (!left && !(await abandonedBy(deps, present, cause))) throw refusal;
      return step(claims, id, { type: 'claim', ...claim, abandonedBy: present, abandonedTurn });
    },
    undo: async (cause) => {
      if (await isUsed(deps, { kind, value, ownerId: claim.ownerId })) return;
      await claims.execute(id, { type: 'release', ...claim }, cause);
    },
  };
};

/**
 * Creates claims, which keep emails, usernames and slugs unique; each value is decided in its own
 * stream.
 */
export const createClaims = (deps: Deps) => {
  const { claims } = deps.domain;

  const ownerOf = async (kind: ClaimKind, value: string): Promise<string | null> =>
    (await claims.load(keyOf(deps, { kind, value }))).state.ownerId;

  return {
    ownerOf,
    /** Refuses a value that is in use, before other work is done. */
    requireFree: async ({ kind, value, ownerId, taken }: Claim): Promise<void> => {
      const present = await ownerOf(kind, value);
      if (present === null || present === ownerId) return;
      if (await isUsed(deps, { kind, value, ownerId: present })) throw new Rejection(taken);
    },
    step: (claim: Claim) => claimStep(deps, claim),
    take: (claim: Claim, cause: Cause) => takeSettled(claimStep(deps, claim), cause),
    release: ({ kind, value, ...claim }: Omit<Claim, 'taken'>, cause: Cause) =>
      claims.execute(keyOf(deps, { kind, value }), { type: 'release', ...claim }, cause),
  };
};

export type Claims = ReturnType<typeof createClaims>;
