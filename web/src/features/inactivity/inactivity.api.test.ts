import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { expect, it } from 'vitest';
import { absentHubs, mayPlan } from './inactivity.api.ts';

const pro = { id: 'rita', subscription: [{ vacationFunction: false }] } as unknown as Pro;
const hub = (proId: string, vacations: boolean, role = 'guest') =>
  ({ id: `hub of ${proId}`, proId, role, status: 'active', vacation_function: vacations }) as HubView;
const clinic = (...hubs: HubView[]) =>
  ({ owner_id: 'olga', status: 'active', vacation_function: false, hubs }) as unknown as ClinicView;

it('offers the vacation of a colleague whose own plan includes it', () => {
  const clinics = [clinic(hub('rita', false, 'reception'), hub('bruno', true), hub('carla', false))];
  expect(mayPlan(pro, clinics)).toBe(true);
  expect(absentHubs(pro, { own: [], clinics }).map(({ proId }) => proId)).toEqual(['bruno']);
});

it('offers none if no plan includes vacations', () => {
  expect(mayPlan(pro, [clinic(hub('rita', false, 'reception'), hub('bruno', false))])).toBe(false);
});

it('offers none to guests, whatever a colleague’s plan', () => {
  expect(mayPlan(pro, [clinic(hub('rita', false), hub('bruno', true))])).toBe(false);
});
