import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Chromium to launch; `env` replaces the environment if present. */
export type Chromium = {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const shell = '/usr/bin/chromium-headless-shell';
const changed = ['AWS_EXECUTION_ENV', 'TMPDIR', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'] as const;

/** The package's font configuration is for Lambda; a browser without fonts exits on the first page. */
const fontsOf = (directory: string): string => {
  const file = join(directory, 'fonts.conf');
  const places = [join(directory, 'fonts'), '/usr/share/fonts'].map((place) => `<dir>${place}</dir>`);
  const cache = `<cachedir>${join(directory, 'fonts-cache')}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${places.join('')}${cache}</fontconfig>`);
  return file;
};

/**
 * Returns the Chromium of an npm package, for machines without a browser. It unpacks its libraries only if it
 * detects Lambda, and returns their path through environment variables; these are reset so that only the
 * browser gets them.
 */
const packaged = async (): Promise<Chromium> => {
  const before = changed.map((name) => [name, process.env[name]] as const);
  const directory = join(import.meta.dirname, '../../node_modules/.cache/visita-chromium');
  mkdirSync(directory, { recursive: true });
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs22.x';
  process.env['TMPDIR'] = directory;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    const { AWS_EXECUTION_ENV: _, TMPDIR: __, ...inherited } = process.env;
    const env = { ...inherited, FONTCONFIG_FILE: fontsOf(directory) };
    return { executablePath, args: [...args, '--no-zygote'], env };
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
};

/** Finds the full browser: `CHROMIUM_PATH`, an installed Chromium, or the npm package's. */
export const findChromium = async (candidates: readonly string[] = installed): Promise<Chromium> => {
  const named = process.env['CHROMIUM_PATH'];
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
  const executablePath = named ?? candidates.find((path) => existsSync(path));
  return executablePath ? { executablePath, args } : packaged();
};

const run = promisify(execFile);

const runs = ({ executablePath, env }: Chromium): Promise<boolean> =>
  run(executablePath, ['--version'], env ? { env } : {}).then(
    () => true,
    () => false,
  );

/**
 * Finds the headless shell of Chromium, which renders like the full browser at less than half the CPU time.
 * Debian packages it; npm provides it for Linux.
 */
export const findHeadless = async (): Promise<Chromium> => {
  if (process.env['CHROMIUM_PATH']) return findChromium();
  if (existsSync(shell)) return { executablePath: shell, args };
  const brought = process.platform === 'linux' ? await packaged() : null;
  return brought && (await runs(brought)) ? brought : findChromium();
};
