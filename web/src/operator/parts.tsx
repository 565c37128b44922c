import type { DeskError } from './desk.api.ts';
import style from './operator.module.css';

export const Failure = ({ error, onRetry }: { error: DeskError; onRetry?: () => void }) => (
  <div className={style.failure} role="alert">
    <p>{error.message}</p>
    {error.status === 401 && <a href="/operator">Log in again</a>}
    {error.status !== 401 && error.status !== 404 && onRetry && (
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
);

export const Loading = ({ what }: { what: string }) => (
  <p className={style.soft} role="status">
    {what}…
  </p>
);
