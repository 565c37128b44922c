import { Rejection } from '@visita/contracts/problem';
import { isCommonPassword } from '@visita/platform/auth/common-passwords';
import type { Dependencies } from '../dependencies.ts';

/** What an attacker tries first besides the common ones: the account's own names. */
const isOwnName = (password: string, names: readonly string[]): boolean => {
  const tried = password.toLowerCase();
  return names.some((name) => tried === name || tried === name.slice(0, name.indexOf('@')));
};

/** Refuses a password that is guessed at once, where strangers are met strictly. */
export const requireStrong = async (
  { rules }: Pick<Dependencies, 'rules'>,
  password: string,
  names: readonly string[],
): Promise<void> => {
  if (!rules.isOn('strong-passwords')) return;
  if (isOwnName(password, names) || (await isCommonPassword(password)))
    throw new Rejection('password-guessable');
};
