import { type AuditSubject, auditKinds } from '@visita/contracts/operator/audit';
import { useSyncExternalStore } from 'react';

/** What an address of the desk shows; the part after `#` never reaches a server or its log. */
export const parseAddress = (hash: string): AuditSubject | null => {
  const [, kind, id] = /^#([a-z]+)\/([0-9a-f-]{36})$/.exec(hash) ?? [];
  const known = auditKinds.find((one) => one === kind);
  return known && id !== undefined ? { kind: known, id } : null;
};

export const addressOf = ({ kind, id }: AuditSubject): string => `#${kind}/${id}`;

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** What is looked at; null before the first search. */
export const useAddress = (): AuditSubject | null =>
  parseAddress(useSyncExternalStore(subscribe, () => location.hash));
