import { isErased } from '@visita/contracts/event';
import type { Language } from '@visita/contracts/language';
import type { ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import type { PendingLink, PendingLinks, ProAccount } from './state.ts';

export const noLinks: PendingLinks = { password: null, emailChange: null };

export type RecoveryCommand =
  | ({ type: 'request-password-reset' } & PendingLink)
  | { type: 'set-password'; tokenId: string; link: 'reset' | 'invitation'; now: string }
  | ({ type: 'request-email-change'; newEmail: string } & PendingLink)
  | { type: 'change-email'; tokenId: string; now: string };

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
  { type: 'ProInvited' | 'PasswordResetRequested' | 'PasswordSet' | 'EmailChangeRequested' | 'EmailChanged' }
>;

export const evolveLinks = (links: PendingLinks, event: LinkEvent): PendingLinks => {
  switch (event.type) {
    case 'ProInvited':
    case 'PasswordResetRequested': {
      const { tokenId, expires } = event.data;
      return { ...links, password: { tokenId, expires } };
    }
    case 'PasswordSet':
      return { ...links, password: null };
    case 'EmailChangeRequested': {
      const { tokenId, expires, newEmail } = event.data;
      return { ...links, emailChange: isErased(newEmail) ? null : { tokenId, expires, newEmail } };
    }
    // A link that went to the old address must not open the account any more.
    case 'EmailChanged':
      return noLinks;
  }
};

/** The link as long as it may be used: single use, and not after its time. */
export const usable = <L extends PendingLink>(link: L | null, tokenId: string, now: string): L => {
  if (link?.tokenId !== tokenId) throw new Rejection('token-invalid');
  if (now >= link.expires) throw new Rejection('token-expired');
  return link;
};

/** Password and email by mailed links. That a link works once follows from the stream's expected revision. */
export const decideRecovery = (command: RecoveryCommand, state: ProAccount): readonly ProEvent[] => {
  const proId = state.id;
  switch (command.type) {
    case 'request-password-reset': {
      const { tokenId, expires } = command;
      if (state.links.password?.tokenId === tokenId) return [];
      return [{ type: 'PasswordResetRequested', data: { proId, tokenId, expires } }];
    }
    case 'set-password': {
      const { tokenId } = usable(state.links.password, command.tokenId, command.now);
      return [{ type: 'PasswordSet', data: { proId, tokenId, link: command.link } }];
    }
    case 'request-email-change': {
      const { tokenId, expires, newEmail } = command;
      if (state.email === newEmail) throw new Rejection('email-taken');
      if (state.links.emailChange?.tokenId === tokenId) return [];
      return [{ type: 'EmailChangeRequested', data: { proId, tokenId, expires, newEmail } }];
    }
    case 'change-email': {
      const { tokenId, newEmail } = usable(state.links.emailChange, command.tokenId, command.now);
      return [{ type: 'EmailChanged', data: { proId, tokenId, email: newEmail, previous: state.email } }];
    }
  }
};
