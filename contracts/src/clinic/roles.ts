import type { HubRole } from './events.ts';

/** Roles that run the clinic's calendar while their hub is active. Any other role has at most a guest's rights. */
export const calendarRoles: ReadonlySet<HubRole | null> = new Set<HubRole>(['manager', 'reception']);
