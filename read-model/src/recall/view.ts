import { type RecallRule, recallRule, recallRuleInOrder } from '@visita/contracts/recall/rules';

/** Reads rules from their column; none if there is no row. */
export const recallRulesIn = (rules: string | undefined): readonly RecallRule[] =>
  rules === undefined ? [] : recallRule.array().parse(JSON.parse(rules));

/** Returns the rules that a call replaces; their content gives the version. */
export const recallRulesView = (rules: readonly RecallRule[]): { rules: RecallRule[] } => ({
  rules: rules.map(recallRuleInOrder),
});
