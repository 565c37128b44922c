import { z } from 'zod';

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Id of a resource, which has an agenda: a professional's own, or `<kind>.<UUID>` of every other kind. */
export const resourceId = z.string().regex(new RegExp(`^(?:[a-z]{1,16}\\.)?${uuid}$`), 'is no resource');

/** Returns the resource id of a professional: it names their agenda's stream for ever. */
export const professionalResource = (proId: string): string => proId;

/** Returns the resource id of a room, a device or another kind; it is no professional's, whatever the UUID. */
export const resourceOfKind = (kind: string, id: string): string => resourceId.parse(`${kind}.${id}`);
