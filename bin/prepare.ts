import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import './compile-cache.mjs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the systemd unit of `deploy` has its settings. */
const settingsOfUnit = '/etc/visita/visita.env';

/**
 * The settings that a product started in this directory reads from a file: `ENV_FILE`, or `.env`, or the unit's, the
 * first that is there. Throws where it cannot be read, and where `ENV_FILE` names what is not there: a misspelt path
 * would start another product than the one that was meant.
 */
export const settingsFor = (directory: string, { ENV_FILE }: Environment): Environment => {
  const named = ENV_FILE && resolve(directory, ENV_FILE);
  if (named && !existsSync(named)) throw new Error(`ENV_FILE names ${named}, which is not there.`);
  const file = [named, join(directory, '.env'), settingsOfUnit].find((path) => path && existsSync(path));
  return file ? parseEnv(readFileSync(file, 'utf8')) : {};
};

/**
 * To be called before anything else is loaded: adds the settings from the file to the environment, which wins. What is
 * compiled is kept for the next start.
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
