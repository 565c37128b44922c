import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import type { Process } from '@visita/platform/runtime/process';
import { reactionTo } from '@visita/platform/runtime/reactions';
import type { crashAt } from './crash.ts';
import { ConnectionLost } from './faulty-store.ts';

type Options = {
  readonly store: EventStore;
  readonly crash: ReturnType<typeof crashAt>;
  readonly now: () => Date;
  /** Creates the process: one that will crash, or a healthy one. */
  readonly start: (mortal: boolean) => Process;
};

/** Runs a process over all events from its checkpoint; restarts it after a crash. */
export const mortalProcess = ({ store, crash, now, start }: Options) => {
  let position = beginning;
  const run = async (process: Process): Promise<void> => {
    for (;;) {
      const events = await store.readAll(position, 1000);
      if (events.length === 0) return;
      for (const event of events) {
        const cause = {
          id: deriveId(event.id, process.name),
          correlationId: event.metadata.correlationId,
          actor: `process:${process.name}`,
          time: now().toISOString(),
        } as const;
        await reactionTo(process.on, event.type)?.(event, cause);
        position = event.position;
      }
    }
  };
  return {
    run: async (): Promise<void> => {
      await run(start(!crash.crashed())).catch(async (error: unknown) => {
        if (!(error instanceof ConnectionLost)) throw error;
        await run(start(false));
      });
    },
  };
};
