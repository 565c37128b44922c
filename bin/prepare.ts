import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import './compile-cache.mjs';

export type Environment = Readonly<Record<string, string | undefined>>;

const settingsOfUnit = '/etc/visita/visita.env';

/**
 * Reads the settings of a product started in this directory from the first existing file of `ENV_FILE`,
 * `.env` and the systemd unit's. Throws if it is unreadable, or if `ENV_FILE` does not exist: a misspelt path
 * would start another product.
 */
export const settingsFor = (directory: string, { ENV_FILE }: Environment): Environment => {
  const named = ENV_FILE && resolve(directory, ENV_FILE);
  if (named && !existsSync(named)) throw new Error(`ENV_FILE names ${named}, which does not exist.`);
  const file = [named, join(directory, '.env'), settingsOfUnit].find((path) => path && existsSync(path));
  return file ? parseEnv(readFileSync(file, 'utf8')) : {};
};

/**
 * Adds the settings from the file to the environment, which takes precedence. Must be called before other
 * modules are loaded. Enables the compile cache.
 */
export const prepare = (): Environment => {
  try {
    const settings = settingsFor(process.cwd(), process.env);
    for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  } catch (error) {
    process.stderr.write(`Visita cannot read its settings. ${String(error)}\n`);
    process.exit(1);
  }
  return process.env;
};
