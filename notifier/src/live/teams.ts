import { evolveStored } from '@visita/platform/runtime/states';
import { pagesOfStream } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import { evolveTeam, type Team } from './rooms.ts';

/** Returns the current team of a clinic; undefined if the clinic does not exist. */
export type Teams = {
  read(clinicId: string): Promise<Team | undefined>;
  /** Drops the cached team of a clinic without listeners. */
  forget(clinicId: string): void;
};

/**
 * Reads teams from the clinic's stream, not from a read model: a deactivated member is refused even while the
 * projector is stopped. Reads only events since the last read.
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
