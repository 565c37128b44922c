import type { ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import { decideCalendar } from './external-calendar.ts';
import { askAboutConnection, askAboutHoldings } from './review.ts';
import type { PendingLink, ProAccount } from './state.ts';

export type ProofCommand =
  | ({ type: 'request-address-proof' } & PendingLink)
  | { type: 'prove-address'; tokenId: string; now: string };

/** The link as long as it may be used: single use, and not after its time. */
export const usable = <L extends PendingLink>(link: L | null, tokenId: string, now: string): L => {
  if (link?.tokenId !== tokenId) throw new Rejection('token-invalid');
  if (now >= link.expires) throw new Rejection('token-expired');
  return link;
};

/** Mailing the link that proves a pro's address, and using it; once proven, both change nothing. */
export const decideProof = (command: ProofCommand, state: ProAccount): readonly ProEvent[] => {
  const proId = state.id;
  const { tokenId } = command;
  const { proof } = state.links;
  if (command.type === 'request-address-proof') {
    if (state.addressProven || proof?.tokenId === tokenId) return [];
    return [{ type: 'AddressProofRequested', data: { proId, tokenId, expires: command.expires } }];
  }
  // Mail scanners press links before their readers do.
  if (state.addressProven && proof?.tokenId === tokenId) return [];
  usable(proof, tokenId, command.now);
  return [{ type: 'ProAddressProven', data: { proId, by: 'sign-up' } }];
};

/**
 * What it means that a mail was read that went to the account for another reason. Where addresses count by proof only
 * and this is the first, the account may have been signed up by somebody else: what they connected ends, and the next login
 * asks about the rest.
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
