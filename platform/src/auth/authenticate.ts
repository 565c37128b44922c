import { Rejection } from '@visita/contracts/problem';
import { anonymous, type Authenticate } from './caller.ts';
import { accountPurposes, type AccountTokens } from './account-token.ts';
import type { ShortLinks } from '../messages/short-links.ts';
import type { BookingTokens } from './booking-token.ts';
import type { Sessions } from './sessions.ts';
import type { WaitingTokens } from './waiting-token.ts';

type Proofs = {
  sessions: Pick<Sessions, 'authenticate'>;
  bookingTokens: Pick<BookingTokens, 'read' | 'readManage' | 'readMessages'>;
  accountTokens: Pick<AccountTokens, 'read'>;
  shortLinks: Pick<ShortLinks, 'read'>;
  waitingTokens: Pick<WaitingTokens, 'readEntry' | 'readOffer'>;
};

/** Authenticates callers by the token that `registerCalls` reads from the `Authorization` header. */
export const createAuthenticate = ({
  sessions,
  bookingTokens,
  accountTokens,
  shortLinks,
  waitingTokens,
}: Proofs): Authenticate => {
  const proOf = async (token: string) => {
    const session = await sessions.authenticate(token);
    if (!session) throw new Rejection('unauthenticated');
    return { kind: 'pro', ...session } as const;
  };
  const heldOf = (bearer: string | null) => {
    const bookingId = bearer === null ? null : bookingTokens.read('confirm', bearer);
    return bookingId === null ? null : ({ kind: 'booking', bookingId } as const);
  };
  const managedOf = (bearer: string | null) => {
    const link = bearer === null ? null : bookingTokens.readManage(bearer);
    return link && ({ kind: 'booking', ...link } as const);
  };
  const linkOf = (bearer: string | null) => {
    for (const purpose of bearer === null ? [] : accountPurposes) {
      const link = accountTokens.read(purpose, bearer ?? '');
      if (link) return { kind: 'account', purpose, ...link } as const;
    }
    throw new Rejection('token-invalid');
  };
  const personOf = async (bearer: string | null) => {
    const managed = managedOf(bearer);
    if (managed) return managed;
    const person = bearer === null ? null : bookingTokens.readMessages(bearer);
    if (person) return { kind: 'patient', ...person } as const;
    const link = bearer === null ? null : await shortLinks.read(bearer);
    if (link?.purpose !== 'messages') throw new Rejection('token-invalid');
    return { kind: 'patient', patientId: link.target, number: link.number } as const;
  };
  const waitingOf = (bearer: string | null) => {
    const link = bearer === null ? null : waitingTokens.readEntry(bearer);
    return link && ({ kind: 'waiting', ...link, offerId: null } as const);
  };
  const offerOf = (bearer: string | null) => {
    const offer = bearer === null ? null : waitingTokens.readOffer(bearer);
    return offer && ({ kind: 'waiting', ...offer } as const);
  };
  const orInvalid = <Found>(found: Found | null): Found => {
    if (found === null) throw new Rejection('token-invalid');
    return found;
  };
  return async (access, bearer) => {
    switch (access) {
      case 'public':
        return anonymous;
      case 'optional':
        return bearer === null ? anonymous : proOf(bearer);
      case 'pro':
        if (bearer === null) throw new Rejection('unauthenticated');
        return proOf(bearer);
      case 'booking-token':
        return orInvalid(heldOf(bearer));
      case 'manage-token':
        return orInvalid(managedOf(bearer));
      case 'mail-token':
        return linkOf(bearer);
      case 'message-token':
        return personOf(bearer);
      case 'waiting-token':
        return orInvalid(waitingOf(bearer));
      case 'offer-token':
        return orInvalid(offerOf(bearer));
      case 'waiting-or-pro':
        if (bearer === null) throw new Rejection('unauthenticated');
        return waitingOf(bearer) ?? proOf(bearer);
    }
  };
};
