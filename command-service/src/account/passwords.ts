import { Rejection } from '@visita/contracts/problem';
import { isCommonPassword } from '@visita/platform/auth/common-passwords';
import type { Dependencies } from '../dependencies.ts';

/** Words about the product and its users; docs/access.md lists them. */
const ownWords: ReadonlySet<string> = new Set(
  `visita visite visitas agenda studio clinica clinic ambulatorio consultorio medico dottore dottoressa doctor doctora
  paziente pazienti patient patients paciente pacientes appuntamento appuntamenti appointment appointments cita citas`.split(
    /\s+/,
  ),
);

/**
 * Returns whether a password is one of the account's own names, or a word of the trade with a
 * number: attackers try these first, together with common passwords.
 */
const isOwnName = (password: string, names: readonly string[]): boolean => {
  const tried = password.toLowerCase();
  if (names.some((name) => tried === name || tried === name.slice(0, name.indexOf('@')))) return true;
  return ownWords.has(tried.replaceAll(/^[^a-z]+|[^a-z]+$/g, ''));
};

/** Refuses a guessable password in strict mode. */
export const requireStrong = async (
  { strict }: Pick<Dependencies, 'strict'>,
  password: string,
  names: readonly string[],
): Promise<void> => {
  if (!strict) return;
  if (isOwnName(password, names) || (await isCommonPassword(password)))
    throw new Rejection('password-guessable');
};
