import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settingNames } from '@visita/platform/config/environment';
import { type Environment, settingsFor } from './prepare.ts';

const main = join(import.meta.dirname, 'start.ts');

/** Variables that decide which data is used. */
const dataVariables = ['VAR_DIRECTORY', 'DATABASE_URL', 'DATABASE_URL_FILE'] as const;

type Running = {
  readonly id: string;
  readonly directory: string;
  readonly environment: Environment;
};

/** Lists the products running from this directory as this user; none without /proc. */
const runningProducts = (): Running[] => {
  const ids = (() => {
    try {
      return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    } catch {
      return [];
    }
  })();
  return ids.flatMap((id) => {
    try {
      const parts = (file: string) => readFileSync(`/proc/${id}/${file}`, 'utf8').split('\0');
      const directory = readlinkSync(`/proc/${id}/cwd`);
      if (!parts('cmdline').some((part) => part && resolve(directory, part) === main)) return [];
      const environment = Object.fromEntries(parts('environ').map((pair) => pair.split(/=(.*)/s, 2)));
      return [{ id, directory, environment }];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
};

/** Returns a product's settings, or why they are unknown if their file has gone since the start. */
const settingsOf = ({ id, directory, environment }: Running): Environment | string => {
  try {
    const settings: Environment = { ...settingsFor(directory, environment), ...environment };
    return { ...settings, VAR_DIRECTORY: resolve(directory, settings['VAR_DIRECTORY'] || 'var') };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return (
      `The settings of the product that runs from here (process ${id}) cannot be read: ${why} ` +
      'Restore the file, or give the settings to this command, including VAR_DIRECTORY or DATABASE_URL.'
    );
  }
};

/**
 * Returns the environment of a tool that works beside the product: its own, completed by the settings of the
 * one running product that fits its data variables. Throws if several fit, or if one may fit whose settings
 * are gone; with data variables given, the tool goes on with them and says so.
 */
export const environmentOfProduct = (environment: Environment): Environment => {
  const wanted: Environment = {
    ...environment,
    VAR_DIRECTORY: resolve(environment['VAR_DIRECTORY'] || 'var'),
  };
  const isMeant = (product: Environment) =>
    dataVariables.every((name) => !environment[name] || wanted[name] === product[name]);
  const running = runningProducts().map(settingsOf);
  const meant = running.filter((product) => typeof product !== 'string').filter(isMeant);
  const unknown = running.filter((product) => typeof product === 'string').join('\n');
  if (unknown && !dataVariables.some((name) => environment[name])) throw new Error(unknown);
  if (unknown && meant.length === 0) process.stderr.write(`${unknown}\n`);
  if (meant.length > 1) {
    const places = meant.map((product) =>
      product['DATABASE_URL'] ? 'a DATABASE_URL' : product['VAR_DIRECTORY'],
    );
    throw new Error(`Several products run from here: set VAR_DIRECTORY to one of ${places.join(', ')}.`);
  }
  const sibling = (name: string) => (name.endsWith('_FILE') ? name.slice(0, -5) : `${name}_FILE`);
  const taken = Object.entries(meant[0] ?? {}).filter(
    ([name]) => settingNames.includes(name) && !environment[name] && !environment[sibling(name)],
  );
  return { ...environment, ...Object.fromEntries(taken) };
};
