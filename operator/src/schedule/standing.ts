import type { EventStore } from '@visita/platform/event-store/port';
import { lastOperations } from '../operations.ts';

/** What operations of the schedule are called in the events. */
export const operations = { backup: 'backup', failed: 'backup failed', drill: 'restore drill' } as const;

/** How backups stand, by what was written down of the last month. */
export type Standing = {
  /** When the last one was made, by the schedule or by hand. */
  readonly last: Date | null;
  /** When and why the last try failed, where none was made since. */
  readonly failure: { readonly at: Date; readonly code: string } | null;
  /** When a backup was last restored on trial, and whether it came back. */
  readonly drill: { readonly at: Date; readonly came: boolean } | null;
};

/** Reads the standing from the events. */
export const readStanding = async (store: Pick<EventStore, 'readStream'>, now: Date): Promise<Standing> => {
  const found = await lastOperations(store, Object.values(operations), now);
  const timeOf = (name: string) => (found.has(name) ? new Date(found.get(name)!.time) : null);
  const [last, failed, drilled] = [operations.backup, operations.failed, operations.drill].map(timeOf);
  const code = found.get(operations.failed)?.data.reason ?? 'unknown';
  return {
    last: last ?? null,
    failure: failed && (!last || failed > last) ? { at: failed, code } : null,
    drill: drilled ? { at: drilled, came: found.get(operations.drill)?.data.counts['problems'] === 0 } : null,
  };
};
