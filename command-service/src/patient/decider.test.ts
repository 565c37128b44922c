import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { patientDecider } from './decider.ts';

const { given } = specs(patientDecider);
const registered = sample('PatientRegistered');
const updated = sample('PatientUpdated');
const ids = { patientId: sampleIds.patient, proId: sampleIds.owner };
const email = 'carla@example.com';
const contact = { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' };
const corrected = { name: 'Carla Verdi Neri', prefix: '+34', phone: '600111222' };

describe('a patient', () => {
  it('is registered once, and booking again never overwrites what is stored (decision 17)', () => {
    given([])
      .when({ type: 'register', ...ids, email, contact })
      .then([registered]);
    given([registered])
      .when({ type: 'register', ...ids, email, contact: corrected })
      .then([]);
  });

  it('is corrected by the pro', () => {
    given([registered]).when({ type: 'update', contact: corrected }).then([updated]);
    given([registered]).when({ type: 'update', contact }).then([]);
    given([]).when({ type: 'update', contact }).then(rejects('not-found'));
  });

  it('is erased once asked for, and done when the mails are gone', () => {
    const requested = sample('PatientErasureRequested');
    const deleted = sample('PatientMailsDeleted');
    given([registered, updated])
      .when({ type: 'request-erasure', ...ids })
      .then([requested]);
    given([registered, requested])
      .when({ type: 'request-erasure', ...ids })
      .then([]);
    given([registered, requested]).when({ type: 'finish-erasure' }).then([]);
    given([registered, requested, deleted])
      .when({ type: 'finish-erasure' })
      .then([sample('PatientErased')]);
    given([registered, requested, deleted, sample('PatientErased')])
      .when({ type: 'finish-erasure' })
      .then([]);
  });

  it('can be erased without a record, having booked and never confirmed', () => {
    given([])
      .when({ type: 'request-erasure', ...ids })
      .then([sample('PatientErasureRequested')]);
  });

  it('neither comes back nor changes once erasing began', () => {
    for (const events of [
      [registered, sample('PatientErasureRequested')],
      [registered, sample('PatientErasureRequested'), sample('PatientMailsDeleted'), sample('PatientErased')],
    ]) {
      given(events)
        .when({ type: 'register', ...ids, email, contact })
        .then([]);
      given(events).when({ type: 'update', contact: corrected }).then(rejects('not-found'));
    }
  });
});
