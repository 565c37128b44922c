import type { PlainOptions, ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import type { ProAccount } from './state.ts';

export type OptionsCommand = {
  type: 'change-options';
  changes: Partial<PlainOptions>;
  onlinePaymentFunction: boolean;
};

type Option = PlainOptions[keyof PlainOptions];

const isSame = (one: Option, other: Option): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Records the options that change; online payment and the thank-you page need the plan. */
export const decideOptions = (command: OptionsCommand, state: ProAccount): ProEvent[] => {
  const changed = Object.entries(command.changes).filter(
    ([name, value]) => value !== undefined && !isSame(state.options[name as keyof PlainOptions], value),
  );
  if (changed.length === 0) return [];
  const { thankYouPageUrl, ...changes } = Object.fromEntries(changed) as Partial<PlainOptions>;
  const paid = changes.paymentOnline === true || typeof thankYouPageUrl === 'string';
  if (paid && !command.onlinePaymentFunction) throw new Rejection('plan-required');
  const data = { proId: state.id, changes };
  return [
    { type: 'OptionsChanged', data: thankYouPageUrl === undefined ? data : { ...data, thankYouPageUrl } },
  ];
};
