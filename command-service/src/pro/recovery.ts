import { isErased } from '@visita/contracts/event';
import type { Language } from '@visita/contracts/language';
import type { ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import { provenBy, usable } from './proof.ts';
import type { PendingLink, PendingLinks, ProAccount } from './state.ts';

export const noLinks: PendingLinks = { password: null, invitation: null, emailChange: null, proof: null };

export type PasswordPurpose = 'reset' | 'invitation';

export type RecoveryCommand =
  | ({ type: 'request-password-reset' } & PendingLink)
  | ({ type: 'issue-invitation-link'; clinicId: string } & PendingLink)
  | {
      type: 'set-password';
      tokenId: string;
      link: PasswordPurpose;
      now: string;
      strict?: boolean;
    }
  | ({ type: 'request-email-change'; newEmail: string } & PendingLink)
  | { type: 'change-email'; tokenId: string; now: string; strict?: boolean };

export type InviteCommand = {
  type: 'invite';
  proId: string;
  email: string;
  username: string;
  clinicId: string;
  comunicationsLanguage: Language;
} & PendingLink;

type LinkEvent = Extract<
  ProEvent,
  {
    type:
      | 'AddressProofRequested'
      | 'ProAddressProven'
      | 'InvitationLinkIssued'
      | 'ProInvited'
      | 'PasswordResetRequested'
      | 'PasswordSet'
      | 'EmailChangeRequested'
      | 'EmailChanged';
  }
>;

export const evolveLinks = (links: PendingLinks, event: LinkEvent): PendingLinks => {
  switch (event.type) {
    case 'AddressProofRequested': {
      const { tokenId, expires } = event.data;
      return { ...links, proof: { tokenId, expires } };
    }
    // A change of email that another person may have requested ends.
    case 'ProAddressProven':
      return event.data.by === 'sign-up' ? links : { ...links, emailChange: null };
    case 'ProInvited':
    case 'InvitationLinkIssued': {
      const { tokenId, expires } = event.data;
      return { ...links, invitation: { tokenId, expires } };
    }
    case 'PasswordResetRequested': {
      const { tokenId, expires } = event.data;
      return { ...links, password: { tokenId, expires } };
    }
    // Links in old mails must not set another password.
    case 'PasswordSet':
      return { ...links, password: null, invitation: null };
    case 'EmailChangeRequested': {
      const { tokenId, expires, newEmail } = event.data;
      return { ...links, emailChange: isErased(newEmail) ? null : { tokenId, expires, newEmail } };
    }
    // A link mailed to the old address must not open the account any more.
    case 'EmailChanged':
      return noLinks;
  }
};

export const passwordLink = (links: PendingLinks, purpose: PasswordPurpose): PendingLink | null =>
  purpose === 'reset' ? links.password : links.invitation;

/**
 * Decides on password and email by mailed links. Links work once, thanks to the stream's expected revision.
 */
export const decideRecovery = (command: RecoveryCommand, state: ProAccount): readonly ProEvent[] => {
  const proId = state.id;
  switch (command.type) {
    case 'request-password-reset': {
      const { tokenId, expires } = command;
      if (state.links.password?.tokenId === tokenId) return [];
      return [{ type: 'PasswordResetRequested', data: { proId, tokenId, expires } }];
    }
    case 'issue-invitation-link': {
      const { tokenId, expires, clinicId } = command;
      if (state.links.invitation?.tokenId === tokenId) return [];
      return [{ type: 'InvitationLinkIssued', data: { proId, tokenId, expires, clinicId } }];
    }
    case 'set-password': {
      const link = passwordLink(state.links, command.link);
      const { tokenId } = usable(link, command.tokenId, command.now);
      const set = { type: 'PasswordSet', data: { proId, tokenId, link: command.link } } as const;
      return [set, ...provenBy(command.link, state, command.strict)];
    }
    case 'request-email-change': {
      const { tokenId, expires, newEmail } = command;
      if (state.email === newEmail) throw new Rejection('email-taken');
      if (state.links.emailChange?.tokenId === tokenId) return [];
      return [{ type: 'EmailChangeRequested', data: { proId, tokenId, expires, newEmail } }];
    }
    case 'change-email': {
      const { tokenId, newEmail } = usable(state.links.emailChange, command.tokenId, command.now);
      const data = { proId, tokenId, email: newEmail, previous: state.email };
      return [{ type: 'EmailChanged', data }, ...provenBy('email-change', state, command.strict)];
    }
  }
};
