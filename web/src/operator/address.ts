import { type AuditSubject, auditKinds } from '@visita/contracts/operator/audit';
import { useSyncExternalStore } from 'react';

/** Parses the hash of the desk's address; hashes are never sent to a server or logged. */
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

/** Subject of the desk; null before the first search. */
export const useAddress = (): AuditSubject | null =>
  parseAddress(useSyncExternalStore(subscribe, () => location.hash));
