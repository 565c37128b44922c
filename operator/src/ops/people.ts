import { emailKey } from '@visita/contracts/email-key';
import { foundByEmail } from '../record.ts';
import { findInAllScopes } from '@visita/platform/vault/pseudonyms';
import { BadRequest } from './frame.ts';
import { isId, type Operator } from './operator.ts';

/** Names a patient: by id, or by pro and email. */
export type Naming = {
  readonly id: string | undefined;
  readonly pro: string | undefined;
  readonly email: string | undefined;
};

export type NamedPatient = { readonly patientId: string; readonly proId: string };

/** Finds a patient; by pro and email also a person without a record, who never confirmed a booking or only waited. */
export const patientOf = async (operator: Operator, { id, pro, email }: Naming): Promise<NamedPatient> => {
  const { domain, pseudonyms } = operator;
  if (id === undefined) {
    if (pro === undefined || email === undefined) {
      throw new BadRequest('Give the id of the patient, or --pro and --email.');
    }
    const proId = await operator.proOf(pro);
    const who = { kind: 'patient', scope: proId, value: emailKey(email) } as const;
    const patientId = await pseudonyms.find(who);
    if (patientId === null) throw new BadRequest('This pro has no patient with this email.');
    return { patientId, proId };
  }
  const { state } = isId(id) ? await domain.patients.load(id) : { state: { status: 'none' } as const };
  if (state.status === 'none') {
    throw new BadRequest('There is no such patient. One without a record is found by --pro and --email.');
  }
  return { patientId: id, proId: state.proId };
};

/** Finds the only patient with an email, of any pro; records the match first. */
export const patientByEmail = async (operator: Operator, email: string): Promise<string> => {
  const value = emailKey(email);
  const found = await findInAllScopes(operator, { kind: 'patient', value });
  await operator.record(foundByEmail(found.map(({ id }) => id)));
  const [only, ...more] = found;
  if (!only) throw new BadRequest('No pro has a patient with this email.');
  if (more.length === 0) return only.id;
  const lines = found.map(({ id, scope }) => `  ${id} of pro ${scope}`);
  throw new BadRequest(
    `${found.length} pros know a patient with this email:\n${lines.join('\n')}\nName one by id.`,
  );
};
