import type { Actor } from '../matrix-table.ts';
import type { Person } from '../people.ts';
import type { World } from '../world.ts';

/** Actor and target of a request. */
export type Scene = {
  readonly world: World;
  readonly actor: Actor;
  /** The actor; those without a session act on the objects of `self`. */
  readonly me: Person;
  /** True if the call changes its object, which is then a fresh one. */
  readonly changes: boolean;
};

/** Request; `token` replaces the actor's own. */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  /** The `If-Match` header. */
  version?: string;
};

export type Request = (scene: Scene) => Sent | Promise<Sent>;

/** Returns a fresh object for a call that changes it, else the shared one. */
export const either = async <T>({ changes }: Scene, fresh: () => Promise<T>, standing: T): Promise<T> =>
  changes ? fresh() : standing;
