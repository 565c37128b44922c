import { exportPatient, type PatientAsked } from './patient-export.ts';
import { exportPro } from './pro-export.ts';
import type { Audience, ExportDeps, ExportFile } from './export-parts.ts';

export type Exports = {
  /** All that is held about a patient; `not-found` where there is none, or where it is not this pro's. */
  patient(asked: PatientAsked): Promise<ExportFile>;
  pro(proId: string, audience: Audience): Promise<ExportFile>;
};

/** Makes files of all that is held about somebody, from the read models and the events. */
export const createExports = (deps: ExportDeps): Exports => ({
  patient: (asked) => exportPatient(deps, asked),
  pro: (proId, audience) => exportPro(deps, proId, audience),
});
