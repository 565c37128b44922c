/** Progress of long work: `done` of `total`. */
export type Progress = {
  readonly what: string;
  readonly done: number;
  readonly total: number;
  /** Shown as a percentage only: the numbers mean nothing to an operator. */
  readonly shareOnly?: boolean;
};

/** Progress through the log. EventStoreDB's positions are bytes, not a number of events. */
export const logProgress = (
  what: string,
  { position, head }: { position: string; head: string },
): Progress => ({
  what,
  done: Number(position),
  total: Number(head),
  shareOnly: true,
});

export type ShowProgress = (progress: Progress) => void;

/** Milliseconds between two lines. */
const pause = 1_000;

const clockOf = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

/** Reports progress, speed and remaining time, at most once a second. */
export const createProgress = (write: (text: string) => void, now: () => number = Date.now): ShowProgress => {
  let what = '';
  let first = { at: 0, done: 0 };
  let lastReport = 0;
  return (progress) => {
    const at = now();
    if (progress.what !== what) {
      what = progress.what;
      first = { at, done: progress.done };
      lastReport = 0;
    }
    const { done, total, shareOnly = false } = progress;
    const seconds = (at - first.at) / 1_000;
    if (at - lastReport < pause && done < total) return;
    lastReport = at;
    const share = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 100;
    const rate = seconds > 0 ? (done - first.done) / seconds : 0;
    const left = rate > 0 ? `, ${clockOf(Math.max(0, total - done) / rate)} left` : '';
    const pace = rate > 0 && !shareOnly ? `, ${Math.round(rate)} a second` : '';
    const count = shareOnly ? '' : `${done} of ${total}, `;
    write(`${what}: ${count}${share} %${pace}${left}\n`);
  };
};
