import type { EventSamples } from '../events.ts';
import { sampleIds } from '../sample-ids.ts';

export const patientSamples = {
  HoldCodeSent: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    clinicId: sampleIds.clinic,
    hubId: sampleIds.ownerHub,
    codeId: sampleIds.token,
    expires: '2026-11-20T09:30:00.000Z',
    email: 'carla@example.com',
    language: 'it',
  },
  PatientRegistered: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    email: 'carla@example.com',
    contact: { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' },
    birthDate: null,
  },
  PatientPlacedUnder: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    responsibleId: sampleIds.parent,
    relation: 'child',
  },
  PatientOnTheirOwn: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    email: null,
  },
  OnlineBookingSuspended: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    reason: 'Assente tre volte',
  },
  PatientErasureAnnounced: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    due: '2026-12-20T08:00:00.000Z',
    years: 10,
  },
  PatientErasureCalledOff: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    because: 'needed',
  },
  LegalHoldSet: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    reason: 'Causa in corso',
  },
  LegalHoldLifted: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    reason: 'Causa chiusa',
  },
  PatientTagsSet: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    tags: ['Ortodonzia', 'Allergia lattice'],
  },
  PatientNoteWritten: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    note: 'Preferisce il pomeriggio',
  },
  PatientMessagesChosen: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    texts: true,
    textsFor: 'all',
    stopped: false,
    recalls: true,
    by: 'staff',
  },
  PatientAnsweredText: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    answerId: sampleIds.token,
    answer: 'Arrivo con dieci minuti di ritardo',
  },
  PatientUpdated: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    contact: { name: 'Carla Verdi Neri', prefix: '+34', phone: '600111222' },
  },
  PatientsMerged: { proId: sampleIds.owner, keptId: sampleIds.patient, absorbedId: sampleIds.parent },
  PatientsSeparated: { proId: sampleIds.owner, keptId: sampleIds.patient, absorbedId: sampleIds.parent },
  PatientsToldApart: { proId: sampleIds.owner, patientId: sampleIds.patient, otherId: sampleIds.parent },
  CareTaken: { proId: sampleIds.owner, patientId: sampleIds.patient, responsibleId: sampleIds.parent },
  CareEnded: { proId: sampleIds.owner, patientId: sampleIds.patient },
} satisfies EventSamples;
