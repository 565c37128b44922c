import { readable } from '@visita/contracts/event';
import type { Projection } from '@visita/platform/projection/projection';
import { marketingConsents, recallRuleSets, recalls } from '@visita/read-model/recall/tables';

/** Rules of recalls, recalls, and the consents to marketing that some of them need. */
export const recallsProjection: Projection = {
  name: 'recalls',
  version: 2,
  tables: [recallRuleSets, recalls, marketingConsents],
  on: {
    RecallRulesSet: ({ data }, rows) => {
      const rules = readable(data.rules) ?? [];
      if (rules.length === 0) rows.remove(recallRuleSets, { pro_id: data.proId });
      else rows.put(recallRuleSets, { pro_id: data.proId, rules: JSON.stringify(rules) });
    },
    ProDeletionRequested: ({ data: { proId } }, rows) => rows.remove(recallRuleSets, { pro_id: proId }),
    RecallMade: ({ data, metadata }, rows) =>
      rows.put(recalls, {
        recall_id: data.recallId,
        patient_id: data.patientId,
        pro_id: data.proId,
        clinic_id: data.clinicId,
        booking_id: data.bookingId,
        made_at: metadata.time,
        until: data.until,
        ended: null,
        unsent: null,
      }),
    RecallEnded: ({ data }, rows) =>
      rows.patch(recalls, { recall_id: data.recallId }, { ended: data.reason, unsent: data.unsent ?? null }),
    PatientRegistered: ({ data }, rows) => {
      if (data.marketingConsent) rows.put(marketingConsents, { given_with: data.patientId });
    },
    BookingPlaced: ({ data }, rows) => {
      if (data.marketingConsent) rows.put(marketingConsents, { given_with: data.bookingId });
      // A visitor who does not agree takes back what was agreed at the desk.
      else if (data.placedBy === 'patient') rows.remove(marketingConsents, { given_with: data.patientId });
    },
    PatientErasureRequested: ({ data }, rows) =>
      rows.remove(marketingConsents, { given_with: data.patientId }),
  },
};
