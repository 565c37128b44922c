import { evolveStored } from '@visita/platform/runtime/states';
import { pagesOfStream } from '@visita/platform/event-store/pages';
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
      let { revision, team } = known.get(clinicId) ?? { revision: -1, team: undefined };
      for await (const page of pagesOfStream(store, `clinic-${clinicId}`, revision + 1)) {
        team = page.reduce<Team | undefined>(
          (state, event) => evolveStored({ evolve: evolveTeam }, state, event),
          team,
        );
        revision += page.length;
      }
      if ((known.get(clinicId)?.revision ?? -1) < revision) known.set(clinicId, { revision, team });
      return team;
    },
    forget: (clinicId) => {
      known.delete(clinicId);
    },
  };
};
