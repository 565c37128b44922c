import { deriveId } from '@visita/platform/ids/derive-id';

/** Returns the id of the busy interval that an offer holds: ids of offers are no UUIDs. */
export const offeredIntervalId = (offerId: string): string => deriveId(offerId, 'offered time');
