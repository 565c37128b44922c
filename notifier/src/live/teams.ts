import { evolveStored } from '@visita/platform/runtime/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import { evolveTeam, type Team } from './rooms.ts';

/** Reads the team of a clinic as it is now; undefined where there is no such clinic. */
export type Teams = {
  read(clinicId: string): Promise<Team | undefined>;
  /** Forgets what was kept of a clinic that nobody listens to. */
  forget(clinicId: string): void;
};

/**
 * Teams come from the clinic's own stream, not from a read model: a member who was switched off is refused even while
 * the projector stands still. Only events that are new since the last look are read.
 */
export const createTeams = (store: Pick<EventStore, 'readStream'>): Teams => {
  const known = new Map<string, { revision: number; team: Team | undefined }>();
  return {
    read: async (clinicId) => {
      const before = known.get(clinicId) ?? { revision: -1, team: undefined };
      const events = await store.readStream(`clinic-${clinicId}`, before.revision + 1);
      const last = events.at(-1);
      if (!last) return before.team;
      const team = events.reduce<Team | undefined>(
        (state, event) => evolveStored({ evolve: evolveTeam }, state, event),
        before.team,
      );
      const revision = known.get(clinicId)?.revision ?? -1;
      if (revision < last.revision) known.set(clinicId, { revision: last.revision, team });
      return team;
    },
    forget: (clinicId) => {
      known.delete(clinicId);
    },
  };
};
