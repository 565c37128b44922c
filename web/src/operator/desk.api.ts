import type {
  Audit,
  AuditFound,
  AuditKind,
  AuditSubject,
  Causation,
  DeskHealth,
} from '@visita/contracts/operator/audit';
import type { Problem } from '@visita/contracts/problem';
import useSWR from 'swr';

/** Failed request; `status` is 0 without a response. */
export class DeskError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'DeskError';
    this.status = status;
  }
}

type Session = { readonly operator: string | null };

const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(`/operator/api/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new DeskError(0, 'The desk cannot be reached. Try again in a moment.');
  });
  const answer = (await response.json().catch(() => ({}))) as Answer & Partial<Problem>;
  if (response.ok) return answer;
  const wrong = answer.issues?.map(({ message }) => message).join(', ');
  throw new DeskError(response.status, wrong ? `${answer.error} ${wrong}` : (answer.error ?? 'It failed.'));
};

const read = <Answer>(path: string): Promise<Answer> => ask('GET', path);

export const logIn = (operator: string, token: string): Promise<Session> =>
  ask('POST', 'session', { operator, token });
export const logOut = (): Promise<Session> => ask('DELETE', 'session');
export const search = async (text: string): Promise<readonly AuditFound[]> =>
  (await ask<{ found: AuditFound[] }>('POST', 'search', { text })).found;
export const reveal = ({ kind, id }: AuditSubject, reason: string): Promise<Audit> =>
  ask('POST', `audits/${kind}/${id}/reveal`, { reason });

export const useSession = () => useSWR<Session, DeskError>('session', read);
export const useHealth = () => useSWR<DeskHealth, DeskError>('health', read, { refreshInterval: 10_000 });
export const useAudit = (kind: AuditKind, id: string) =>
  useSWR<Audit, DeskError>(`audits/${kind}/${id}`, read);
export const useCausation = (eventId: string | null) =>
  useSWR<Causation, DeskError>(eventId && `events/${eventId}/causation`, read);
