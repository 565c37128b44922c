import { readFileSync } from 'node:fs';

const pause = 1_000;
const shells = /^(sh|dash|bash|ash|busybox)$/;

/** Reads a process from /proc; undefined if there is no /proc or no such process. */
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
 * Stops this process gracefully when the npm that started it has ended. npm forwards SIGINT and SIGTERM,
 * which a shell in between may swallow, but not SIGHUP or SIGKILL.
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
