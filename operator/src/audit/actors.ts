import type { Actor } from '@visita/contracts/envelope';
import type { AuditLane } from '@visita/contracts/operator/audit';

const lanes: Readonly<Record<string, AuditLane>> = {
  pro: 'pro',
  process: 'product',
  operator: 'operator',
};

const split = (actor: Actor): readonly [kind: string, name: string] => {
  const [kind = '', ...rest] = actor.split(':');
  return [kind, rest.join(':')];
};

export const laneOf = (actor: Actor): AuditLane => lanes[split(actor)[0]] ?? 'patient';

/** Returns the process name of an actor; null for other actors. */
export const processOf = (actor: Actor): string | null => {
  const [kind, name] = split(actor);
  return kind === 'process' ? name : null;
};

export const inWords = (actor: Actor): string => {
  const [kind, name] = split(actor);
  switch (kind) {
    case 'pro':
      return `pro ${name}`;
    case 'patient':
      return `patient ${name}`;
    case 'process':
      return `the product (${name})`;
    case 'operator':
      return `operator ${name}`;
    default:
      return 'a visitor';
  }
};
