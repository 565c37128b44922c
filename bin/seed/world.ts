import type { Caller } from '@visita/platform/auth/caller';
import type { SeedClinic } from './clinics.ts';
import type { ProKey, SeedPro } from './people.ts';

export type Member = SeedPro & { id: string; caller: Caller };
export type Members = ReadonlyMap<ProKey, Member>;

export type Opened = SeedClinic & {
  id: string;
  serviceIds: readonly string[];
  owner: ProKey;
  /** Hubs by professional, with their services by the clinic's service index. */
  hubs: ReadonlyMap<ProKey, { id: string; services: ReadonlyMap<number, string> }>;
};

export type World = { members: Members; clinics: ReadonlyMap<string, Opened> };
