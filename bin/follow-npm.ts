import { readFileSync } from 'node:fs';

const pause = 1_000;
const shells = /^(sh|dash|bash|ash|busybox)$/;

/** Of a process, by /proc; undefined where there is none, or no such process any more. */
const describe = (pid: number): { name: string; parent: number } | undefined => {
  try {
    const [, name = '', parent = ''] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
};

/**
 * Stops this process in order when the npm that started it is gone. npm passes SIGINT and SIGTERM on, which a shell in
 * between keeps to itself, but no SIGHUP, and can pass on no SIGKILL.
 */
export const followNpm = (): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const shell = describe(parent);
  const npm = shell && shells.test(shell.name) ? shell.parent : undefined;
  const isThere = () => process.ppid === parent && (npm === undefined || describe(parent)?.parent === npm);
  const look = setInterval(() => {
    if (isThere()) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, pause);
  look.unref();
};
