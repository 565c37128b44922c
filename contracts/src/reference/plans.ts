import type { Subscription } from '../pro/views.ts';

/** Plan names. Only `free` can be chosen in the app; operators assign the others. */
export const planNames = ['free', 'premium', 'friends'] as const;
/** Operators assign plans with `ops plan`. */
export type PlanName = (typeof planNames)[number];
export type Plan = Subscription & { readonly name: PlanName };

const allFunctions = { vacationFunction: true, patientManagerFunction: true, onlinePaymentFunction: true };
const noFunctions = { vacationFunction: false, patientManagerFunction: false, onlinePaymentFunction: false };

const plansByName: Readonly<Record<PlanName, Plan>> = {
  free: { id: 1, name: 'free', collaboratorNumber: 2, ...noFunctions },
  premium: { id: 2, name: 'premium', collaboratorNumber: 20, ...allFunctions },
  friends: { id: 3, name: 'friends', collaboratorNumber: 10, ...allFunctions },
};

export const plans: readonly Plan[] = planNames.map((name) => plansByName[name]);

export const planByName = (name: PlanName): Plan => plansByName[name];
