import { exportPatient, type PatientExportRequest } from './patient-export.ts';
import { exportPro } from './pro-export.ts';
import type { Audience, ExportDeps, ExportFile } from './export-parts.ts';

export type Exports = {
  /** All data about a patient; throws `not-found` for an unknown patient or another pro's. */
  patient(asked: PatientExportRequest): Promise<ExportFile>;
  pro(proId: string, audience: Audience): Promise<ExportFile>;
};

/** Exports all data about a person, from the read models and the events. */
export const createExports = (deps: ExportDeps): Exports => ({
  patient: (asked) => exportPatient(deps, asked),
  pro: (proId, audience) => exportPro(deps, proId, audience),
});
