import type { Actor } from '../matrix-table.ts';
import type { Person } from '../people.ts';
import type { World } from '../world.ts';

/** Who asks, and of what. */
export type Scene = {
  readonly world: World;
  readonly actor: Actor;
  /** The caller; one without a session asks as `self` would. */
  readonly me: Person;
  /** Whether the call will change something, which is then made for it. */
  readonly changes: boolean;
};

/** What is sent; `token` in place of the actor's own. */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  /** Sent as `If-Match`. */
  version?: string;
};

/** Makes the request of a row. */
export type Request = (scene: Scene) => Sent | Promise<Sent>;

/** What is made for a call that changes it, else what stands for all. */
export const either = async <T>({ changes }: Scene, fresh: () => Promise<T>, standing: T): Promise<T> =>
  changes ? fresh() : standing;
