import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** How to launch the browser of the tests; `env` replaces the environment where it is given. */
export type Browser = {
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

/** The package's own font settings look where Lambda has fonts: a browser that finds none ends at the first page. */
const fontsOf = (directory: string): string => {
  const file = join(directory, 'fonts.conf');
  const places = [join(directory, 'fonts'), '/usr/share/fonts'].map((place) => `<dir>${place}</dir>`);
  const cache = `<cachedir>${join(directory, 'fonts-cache')}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${places.join('')}${cache}</fontconfig>`);
  return file;
};

/**
 * The Chromium of an npm package, for machines without a browser. It unpacks its libraries only where it believes to
 * run on Lambda, and says where they are through the environment: that is put back, so that only the browser sees it.
 */
const packaged = async (): Promise<Browser> => {
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

/** Finds the whole browser: `CHROMIUM_PATH`, an installed Chromium, else the one that npm brought along. */
export const findBrowser = async (candidates: readonly string[] = installed): Promise<Browser> => {
  const named = process.env['CHROMIUM_PATH'];
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
  const executablePath = named ?? candidates.find((path) => existsSync(path));
  return executablePath ? { executablePath, args } : packaged();
};

const run = promisify(execFile);

/** Whether the packaged browser is one for this machine. */
const runs = ({ executablePath, env }: Browser): Promise<boolean> =>
  run(executablePath, ['--version'], env ? { env } : {}).then(
    () => true,
    () => false,
  );

/**
 * Finds the browser of the tests: Chromium without the window that nobody sees, which draws pages as the whole browser
 * does in less than half of its work. Debian has it as a package, npm brings it along for Linux.
 */
export const findHeadless = async (): Promise<Browser> => {
  if (process.env['CHROMIUM_PATH']) return findBrowser();
  if (existsSync(shell)) return { executablePath: shell, args };
  const brought = process.platform === 'linux' ? await packaged() : null;
  return brought && (await runs(brought)) ? brought : findBrowser();
};
