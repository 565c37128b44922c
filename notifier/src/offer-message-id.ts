import { deriveId } from '@visita/platform/ids/derive-id';

/** Returns the id of the message of an offer. */
export const offerMessageId = (offerId: string): string => deriveId(offerId, 'offer message');
