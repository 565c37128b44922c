import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads each secret from the file that `<NAME>_FILE` names, if set, so that it is not in the process's environment.
 * Also returns the errors, without values.
 */
export const withSecretFiles = (
  names: readonly string[],
  env: Environment,
): { env: Environment; wrong: ReadonlyMap<string, string> } => {
  const found: Record<string, string> = {};
  const wrong = new Map<string, string>();
  for (const name of names) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    const value = read(file);
    if (env[name]?.trim()) wrong.set(name, `${name}: set this or ${name}_FILE, not both`);
    else if (value) found[name] = value;
    else wrong.set(name, `${name}_FILE: name a file that can be read and holds something`);
  }
  return { env: { ...env, ...found }, wrong };
};

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};
