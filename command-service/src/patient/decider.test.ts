import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { patientDecider } from './decider.ts';

const { given, fold } = specs(patientDecider);
const registered = sample('PatientRegistered');
const updated = sample('PatientUpdated');
const ids = { patientId: sampleIds.patient, proId: sampleIds.owner };
const email = 'carla@example.com';
const contact = { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' };
const requested = sample('PatientErasureRequested');
const mailsDeleted = sample('PatientMailsDeleted');
const erased = [registered, requested, mailsDeleted, sample('PatientErased')];
const corrected = { name: 'Carla Verdi Neri', prefix: '+34', phone: '600111222' };

describe('a patient', () => {
  it('is registered once, and booking again never overwrites what is stored', () => {
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
});

describe('erasing a patient', () => {
  it('is asked for once, and done when the mails are gone', () => {
    given([registered, updated])
      .when({ type: 'request-erasure', ...ids })
      .then([requested]);
    given([registered, requested])
      .when({ type: 'request-erasure', ...ids })
      .then([]);
    given([registered, requested]).when({ type: 'finish-erasure' }).then([]);
    given([registered, requested, mailsDeleted])
      .when({ type: 'finish-erasure' })
      .then([sample('PatientErased')]);
    given(erased).when({ type: 'finish-erasure' }).then([]);
    given([registered]).when({ type: 'finish-erasure' }).then([]);
  });

  it('leaves nothing of the person, and is not asked for again', () => {
    expect(fold(erased)).toEqual({ status: 'erased', ...ids });
    given(erased)
      .when({ type: 'request-erasure', ...ids })
      .then([]);
  });

  it('needs no record: somebody may have booked and never confirmed', () => {
    given([])
      .when({ type: 'request-erasure', ...ids })
      .then([requested]);
  });

  it('lets nobody come back or change once it began', () => {
    for (const events of [[registered, requested], erased]) {
      given(events)
        .when({ type: 'register', ...ids, email, contact })
        .then([]);
      given(events).when({ type: 'update', contact: corrected }).then(rejects('not-found'));
    }
  });
});
