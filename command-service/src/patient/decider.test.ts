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
const patient = { ...ids, email, contact, birthDate: null };
const requested = sample('PatientErasureRequested');
const mailsDeleted = sample('PatientMailsDeleted');
const erased = [registered, requested, mailsDeleted, sample('PatientErased')];
const corrected = { name: 'Carla Verdi Neri', prefix: '+34', phone: '600111222' };

describe('a patient', () => {
  it('is registered once, and a later booking never overwrites the record', () => {
    given([]).when({ type: 'register', patient }).then([registered]);
    given([registered])
      .when({ type: 'register', patient: { ...patient, contact: corrected } })
      .then([]);
  });

  it('is corrected by the pro', () => {
    given([registered]).when({ type: 'update', contact: corrected }).then([updated]);
    given([registered]).when({ type: 'update', contact }).then([]);
    given([]).when({ type: 'update', contact }).then(rejects('not-found'));
  });

  it('gets another email, and keeps the one before for its release', () => {
    const moved = sample('PatientUpdated', { contact, email: 'verdi@example.com' });
    given([registered]).when({ type: 'update', contact, email: 'verdi@example.com' }).then([moved]);
    given([registered, moved]).when({ type: 'update', contact, email: 'verdi@example.com' }).then([]);
    given([registered, sample('PatientRestricted')])
      .when({ type: 'update', contact, email: 'verdi@example.com' })
      .then(rejects('patient-restricted'));
    expect(fold([registered, moved])).toMatchObject({ email: 'verdi@example.com', previousEmail: email });
  });

  it('gets a birth date and a language in an event that changes nothing else', () => {
    const more = { birthDate: '1980-05-01', language: 'es' } as const;
    const completed = sample('PatientUpdated', { contact, ...more });
    given([registered])
      .when({ type: 'update', contact, ...more })
      .then([completed]);
    given([registered, completed])
      .when({ type: 'update', contact, ...more })
      .then([]);
    given([registered])
      .when({ type: 'update', contact: corrected, ...more })
      .then([updated, sample('PatientUpdated', more)]);
    given([registered, completed])
      .when({ type: 'update', contact, birthDate: null })
      .then([sample('PatientUpdated', { contact, birthDate: null })]);
    expect(fold([registered, completed, updated])).toMatchObject(more);
  });

  it('keeps the language that the patient chose, unless the data is restricted', () => {
    const choose = { type: 'choose-language', language: 'en' } as const;
    const chosen = sample('PatientUpdated', { contact, language: 'en' });
    given([registered]).when(choose).then([chosen]);
    given([registered, chosen]).when(choose).then([]);
    given([registered, sample('PatientRestricted')])
      .when(choose)
      .then([]);
    given([]).when(choose).then([]);
    given(erased).when(choose).then([]);
  });
});

describe('a patient with restricted data', () => {
  const restricted = sample('PatientRestricted');
  const lifted = sample('PatientRestrictionLifted');

  it('is restricted until that is lifted', () => {
    const [on, off] = [true, false].map((is) => ({ type: 'restrict', restricted: is }) as const);
    given([registered]).when(on!).then([restricted]);
    given([registered, restricted]).when(on!).then([]);
    given([registered, restricted]).when(off!).then([lifted]);
    given([registered]).when(off!).then([]);
    given([]).when(on!).then(rejects('not-found'));
  });

  it('is not changed, and can be erased', () => {
    given([registered, restricted])
      .when({ type: 'update', contact: corrected })
      .then(rejects('patient-restricted'));
    const care = { responsibleId: sampleIds.parent, relation: 'child' } as const;
    given([registered, restricted]).when({ type: 'place-under', care }).then(rejects('patient-restricted'));
    given([registered, restricted, lifted]).when({ type: 'update', contact: corrected }).then([updated]);
    given([registered, restricted])
      .when({ type: 'request-erasure', ...ids })
      .then([requested]);
  });
});

describe('a dependant', () => {
  const care = { responsibleId: sampleIds.parent, relation: 'child' } as const;
  const under = sample('PatientPlacedUnder');
  const own = sample('PatientOnTheirOwn');

  it('is registered under their responsible person, and moved to another', () => {
    given([]).when({ type: 'register', patient, under: care }).then([registered, under]);
    given([registered]).when({ type: 'place-under', care }).then([under]);
    given([registered, under]).when({ type: 'place-under', care }).then([]);
    const another = { ...care, relation: 'other' } as const;
    given([registered, under])
      .when({ type: 'place-under', care: another })
      .then([sample('PatientPlacedUnder', another)]);
    given([registered])
      .when({ type: 'place-under', care: { ...care, responsibleId: sampleIds.patient } })
      .then(rejects('not-responsible'));
    given(erased).when({ type: 'place-under', care }).then(rejects('not-found'));
  });

  it('becomes independent, with an email of their own if there was none', () => {
    const noEmail = sample('PatientRegistered', { email: null });
    given([noEmail, under]).when({ type: 'on-their-own', email: null }).then([own]);
    given([noEmail, under])
      .when({ type: 'on-their-own', email })
      .then([sample('PatientOnTheirOwn', { email })]);
    given([registered, under]).when({ type: 'on-their-own', email: 'new@example.com' }).then([own]);
    given([noEmail])
      .when({ type: 'on-their-own', email })
      .then([sample('PatientOnTheirOwn', { email })]);
    given([registered]).when({ type: 'on-their-own', email: null }).then([]);
    given(erased).when({ type: 'on-their-own', email: null }).then(rejects('not-found'));
  });
});

describe('erasing a patient', () => {
  it('is requested once, and done when the mails are deleted', () => {
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

  it('leaves nothing personal, and is not requested again', () => {
    expect(fold(erased)).toEqual({ status: 'erased', ...ids });
    given(erased)
      .when({ type: 'request-erasure', ...ids })
      .then([]);
  });

  it('needs no record: a person may have booked and never confirmed', () => {
    given([])
      .when({ type: 'request-erasure', ...ids })
      .then([requested]);
  });

  it.each([
    'PatientUpdated',
    'PatientRestricted',
    'LegalHoldSet',
    'PatientPlacedUnder',
    'PatientOnTheirOwn',
    'OnlineBookingSuspended',
    'OnlineBookingResumed',
    'PatientTagsSet',
    'PatientNoteWritten',
    'PatientErasureAnnounced',
    'PatientErasureCalledOff',
  ] as const)('keeps nothing of a later %s', (type) => {
    expect(fold([registered, requested, sample(type)])).toEqual(fold([registered, requested]));
    expect(fold([...erased, sample(type)])).toEqual(fold(erased));
  });

  it('deletes no mails without a request', () => {
    expect(fold([registered, mailsDeleted])).toEqual(fold([registered]));
  });

  it('allows no return or change once it began', () => {
    for (const events of [[registered, requested], erased]) {
      given(events).when({ type: 'register', patient }).then([]);
      given(events).when({ type: 'update', contact: corrected }).then(rejects('not-found'));
    }
  });
});

describe('an erasure by age', () => {
  const announced = sample('PatientErasureAnnounced');
  const { patientId, proId, due, years } = announced.data;
  const announce = { type: 'announce-erasure', due, years } as const;
  const erase = { type: 'erase-as-announced', now: due } as const;
  const calledOff = (because: 'needed' | 'option' | 'legal-hold' | 'restricted') =>
    sample('PatientErasureCalledOff', { because });

  it('is announced once, and carried out when due', () => {
    given([registered]).when(announce).then([announced]);
    given([registered, announced]).when(announce).then([]);
    given([registered, announced])
      .when(erase)
      .then([{ type: 'PatientErasureRequested', data: { patientId, proId } }]);
    given([registered, announced])
      .when({ ...erase, now: '2026-12-20T07:59:59.999Z' })
      .then([]);
    given([registered]).when(erase).then([]);
  });

  it('is called off, and announced anew', () => {
    const off = { type: 'call-off-erasure', because: 'needed' } as const;
    given([registered, announced])
      .when(off)
      .then([calledOff('needed')]);
    given([registered]).when(off).then([]);
    given([registered, announced, calledOff('needed')])
      .when(erase)
      .then([]);
    given([registered, announced, calledOff('option')])
      .when(announce)
      .then([announced]);
  });

  it('never happens under a legal hold or a restriction, which call it off', () => {
    const hold = sample('LegalHoldSet');
    given([registered, announced])
      .when({ type: 'hold', reason: hold.data.reason as string })
      .then([hold, calledOff('legal-hold')]);
    given([registered, announced])
      .when({ type: 'restrict', restricted: true })
      .then([sample('PatientRestricted'), calledOff('restricted')]);
    for (const kept of [hold, sample('PatientRestricted')])
      for (const command of [announce, erase]) given([registered, announced, kept]).when(command).then([]);
  });

  it('does not apply to unknown patients', () => {
    for (const command of [announce, erase]) given([]).when(command).then([]);
  });
});

describe('a legal hold', () => {
  const [set, lifted] = [sample('LegalHoldSet'), sample('LegalHoldLifted')];
  const hold = { type: 'hold', reason: 'Causa in corso' } as const;
  const lift = { type: 'lift-hold', reason: 'Causa chiusa' } as const;
  const { patientId, proId } = set.data;
  const erase = { type: 'request-erasure', patientId, proId } as const;

  it('is set and lifted with a reason, once', () => {
    given([registered]).when(hold).then([set]);
    given([registered, set]).when(hold).then([]);
    given([registered, set]).when(lift).then([lifted]);
    given([registered]).when(lift).then([]);
    for (const command of [hold, lift]) given([]).when(command).then(rejects('not-found'));
  });

  it('prevents erasure until it is lifted, except for persons restored by a backup', () => {
    given([registered, set]).when(erase).then(rejects('legal-hold'));
    given([registered, set, lifted])
      .when(erase)
      .then([sample('PatientErasureRequested')]);
    given([registered, set])
      .when({ ...erase, again: true })
      .then([sample('PatientErasureRequested')]);
  });
});

describe('online booking', () => {
  const suspended = sample('OnlineBookingSuspended');
  const resumed = sample('OnlineBookingResumed');
  const reason = 'Assente tre volte';

  it('is suspended for a reason, which can change, and resumed', () => {
    given([registered]).when({ type: 'suspend', reason }).then([suspended]);
    given([registered, suspended]).when({ type: 'suspend', reason }).then([]);
    given([registered, suspended])
      .when({ type: 'suspend', reason: '' })
      .then([sample('OnlineBookingSuspended', { reason: '' })]);
    given([registered, suspended]).when({ type: 'resume' }).then([resumed]);
    given([registered]).when({ type: 'resume' }).then([]);
    expect(fold([registered, suspended, resumed])).toMatchObject({ suspended: null });
  });

  it('is not decided for unknown patients', () => {
    for (const events of [[], erased]) {
      given(events).when({ type: 'suspend', reason }).then(rejects('not-found'));
      given(events).when({ type: 'resume' }).then(rejects('not-found'));
    }
  });
});

describe('tags and a note', () => {
  const tagged = sample('PatientTagsSet');
  const noted = sample('PatientNoteWritten');
  const { tags } = tagged.data;
  const note = 'Preferisce il pomeriggio';

  it('are set from the start for an added patient', () => {
    given([])
      .when({ type: 'register', patient, tags: ['Ortodonzia', 'Allergia lattice'], note })
      .then([registered, tagged, noted]);
    expect(fold([registered])).toMatchObject({ tags: [], note: '' });
  });

  it('are set, changed and removed; a repeat writes nothing', () => {
    given([registered])
      .when({ type: 'remark', tags: ['Ortodonzia', 'Allergia lattice'] })
      .then([tagged]);
    given([registered, tagged])
      .when({ type: 'remark', tags: ['Ortodonzia', 'Allergia lattice'] })
      .then([]);
    given([registered, tagged])
      .when({ type: 'remark', tags: [] })
      .then([sample('PatientTagsSet', { tags: [] })]);
    given([registered]).when({ type: 'remark', note }).then([noted]);
    given([registered, noted]).when({ type: 'remark', note }).then([]);
    given([registered, noted])
      .when({ type: 'remark', note: '' })
      .then([sample('PatientNoteWritten', { note: '' })]);
    given([registered])
      .when({ type: 'remark', tags: ['Ortodonzia', 'Allergia lattice'], note })
      .then([tagged, noted]);
    given([registered, tagged])
      .when({ type: 'remark', tags: ['Ortodonzia', 'Allergia lattice'], note })
      .then([noted]);
    given([registered, tagged, noted]).when({ type: 'remark' }).then([]);
    expect(fold([registered, tagged, noted])).toMatchObject({ tags, note });
  });

  it('have each tag once, however it is spelt', () => {
    given([registered])
      .when({ type: 'remark', tags: ['Ortodonzia', 'ORTODONZIA', 'VIP'] })
      .then([sample('PatientTagsSet', { tags: ['Ortodonzia', 'VIP'] })]);
  });

  it('do not change for restricted patients, and are refused for erased ones', () => {
    const restricted = [registered, sample('PatientRestricted')];
    for (const command of [
      { type: 'remark', tags: ['VIP'] } as const,
      { type: 'remark', note: 'x' } as const,
    ]) {
      given(restricted).when(command).then(rejects('patient-restricted'));
      for (const events of [[], erased]) given(events).when(command).then(rejects('not-found'));
    }
    given([registered, tagged, noted, requested])
      .when({ type: 'remark', tags: [] })
      .then(rejects('not-found'));
  });
});
