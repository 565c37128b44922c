import type { ClinicView } from '@visita/contracts/clinic/views';
import { describe, expect, it } from 'vitest';
import { stepsDone } from './steps.ts';

const proId = 'pro-1';
const hub = { proId, status: 'active', availabilities: [{}], services: [{ activated: true }] };
const clinicWith = (parts: object) =>
  ({ clinic_services: [{}], hubs: [hub], ...parts }) as unknown as ClinicView;
const doneWith = (...clinics: ClinicView[]) => stepsDone({ proId, clinics, booked: false });

describe('the steps of a new pro', () => {
  it('start with nothing', () =>
    expect(doneWith()).toEqual({ clinic: false, services: false, availability: false, share: false }));

  it('tick a clinic without services', () =>
    expect(doneWith(clinicWith({ clinic_services: [], hubs: [] }))).toEqual({
      clinic: true,
      services: false,
      availability: false,
      share: false,
    }));

  it.each([
    { proId: 'pro-2' },
    { status: 'paused' },
    { availabilities: [] },
    { services: [{ activated: false }] },
  ])('count no hours of %j', (change) =>
    expect(doneWith(clinicWith({ hubs: [{ ...hub, ...change }] })).availability).toBe(false),
  );

  it('find the hours at any clinic, and end with a booking', () => {
    const clinics = [clinicWith({ hubs: [] }), clinicWith({})];
    expect(doneWith(...clinics).availability).toBe(true);
    expect(stepsDone({ proId, clinics, booked: true }).share).toBe(true);
  });
});
