import { z } from 'zod';

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Id of a resource with an agenda: a professional's id, or `<kind>.<UUID>` for other kinds. */
export const resourceId = z.string().regex(new RegExp(`^(?:[a-z]{1,16}\\.)?${uuid}$`), 'is no resource');

/** Returns the resource id of a professional. Part of a stream name, so it never changes. */
export const professionalResource = (proId: string): string => proId;

/** Returns the resource id of a room, a device or another kind. It never equals a professional's. */
export const resourceOfKind = (kind: string, id: string): string => resourceId.parse(`${kind}.${id}`);
