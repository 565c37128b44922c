import type { ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import { decideCalendar } from './external-calendar.ts';
import { askAboutConnection, askAboutHoldings } from './review.ts';
import type { PendingLink, ProAccount } from './state.ts';

export type ProofCommand =
  | ({ type: 'request-address-proof' } & PendingLink)
  | { type: 'prove-address'; tokenId: string; now: string };

/** Returns the link if it is unused and not expired; throws `token-invalid` or `token-expired`. */
export const usable = <L extends PendingLink>(link: L | null, tokenId: string, now: string): L => {
  if (link?.tokenId !== tokenId) throw new Rejection('token-invalid');
  if (now >= link.expires) throw new Rejection('token-expired');
  return link;
};

/**
 * Mails the link that verifies a pro's email address, or uses it. Does nothing if the address is
 * already verified.
 */
export const decideProof = (command: ProofCommand, state: ProAccount): readonly ProEvent[] => {
  const proId = state.id;
  const { tokenId } = command;
  const { proof } = state.links;
  if (command.type === 'request-address-proof') {
    if (state.addressProven || proof?.tokenId === tokenId) return [];
    return [{ type: 'AddressProofRequested', data: { proId, tokenId, expires: command.expires } }];
  }
  // The link may be used already: mail scanners open links before their readers do.
  if (state.addressProven && proof?.tokenId === tokenId) return [];
  usable(proof, tokenId, command.now);
  return [{ type: 'ProAddressProven', data: { proId, by: 'sign-up' } }];
};

/**
 * Returns the events of the first verification of an email address by another mailed link. In
 * strict mode another person may have signed up for the account: external connections end, and the
 * next login asks for a review of everything else.
 */
export const provenBy = (
  by: 'reset' | 'invitation' | 'email-change',
  state: ProAccount,
  strict = false,
): readonly ProEvent[] => {
  if (state.addressProven) return strict ? askAboutConnection(state) : [];
  const proven = { type: 'ProAddressProven', data: { proId: state.id, by } } as const;
  if (!strict) return [proven];
  return [proven, ...decideCalendar({ type: 'disconnect-calendar' }, state), ...askAboutHoldings(state)];
};
