import type { ClinicView } from '@visita/contracts/clinic/views';
import { describe, expect, it } from 'vitest';
import { stepsDone, stepsWith } from './steps.ts';

const proId = 'pro-1';
const hub = { proId, status: 'active', availabilities: [{}], services: [{ activated: true }] };
const clinicWith = (parts: object) =>
  ({ clinic_services: [{}], hubs: [hub], ...parts }) as unknown as ClinicView;
const doneWith = (...clinics: ClinicView[]) => stepsDone({ proId, clinics, booked: false, proven: false });

describe('steps of a new professional', () => {
  it('are not done at the start', () =>
    expect(doneWith()).toEqual({
      clinic: false,
      services: false,
      availability: false,
      proof: false,
      share: false,
    }));

  it('include a clinic without services as done', () =>
    expect(doneWith(clinicWith({ clinic_services: [], hubs: [] }))).toEqual({
      clinic: true,
      services: false,
      availability: false,
      proof: false,
      share: false,
    }));

  it.each([
    { proId: 'pro-2' },
    { status: 'paused' },
    { availabilities: [] },
    { services: [{ activated: false }] },
  ])('do not count the hours of %j', (change) =>
    expect(doneWith(clinicWith({ hubs: [{ ...hub, ...change }] })).availability).toBe(false),
  );

  it('find hours at any clinic, and end with a booking', () => {
    const clinics = [clinicWith({ hubs: [] }), clinicWith({})];
    expect(doneWith(...clinics).availability).toBe(true);
    expect(stepsDone({ proId, clinics, booked: true, proven: false }).share).toBe(true);
  });

  it('include the email confirmation before the link is shared, if the trust level requires it', () => {
    expect(stepsWith(false)).toEqual(['clinic', 'services', 'availability', 'share']);
    expect(stepsWith(true)).toEqual(['clinic', 'services', 'availability', 'proof', 'share']);
    const given = { proId, clinics: [clinicWith({})], booked: false };
    expect(stepsDone({ ...given, proven: false }).proof).toBe(false);
    expect(stepsDone({ ...given, proven: true }).proof).toBe(true);
  });
});
