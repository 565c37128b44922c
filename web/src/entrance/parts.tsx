import { useId, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icons/icons.tsx';
import { Wheel } from '../light/wheel.tsx';
import { keepsStorage } from '../lib/state/storage.ts';
import style from './parts.module.css';

type ButtonProps = ComponentProps<'button'> & {
  look?: 'filled' | 'plain';
  busy?: boolean;
  /** Reason below the button while it is disabled. */
  why?: string;
};

/** Button that shows a spinner in place of its text while busy. */
export const Button = ({
  look = 'filled',
  busy = false,
  disabled,
  why,
  children,
  ...button
}: ButtonProps) => (
  <>
    <button
      type="button"
      className={style['button']}
      data-look={look}
      data-busy={busy}
      disabled={disabled === true || busy}
      {...button}
    >
      <span>{children}</span>
      {busy && <Wheel />}
    </button>
    {disabled === true && why !== undefined && <p className={style['why']}>{why}</p>}
  </>
);

type FieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  hint?: string | undefined;
  error?: string | false;
  onChange?: (value: string) => void;
  /** Announces changes of the hint. */
  live?: boolean;
  beside?: ReactNode;
};

export const Field = ({ label, hint, error = false, live, onChange, beside, ...input }: FieldProps) => {
  const id = useId();
  const [field, hinted, wrong] = [`${id}field`, `${id}hint`, `${id}error`];
  const described = [error && wrong, hint !== undefined && hinted].filter(Boolean).join(' ');
  return (
    <div className={style['field']}>
      <label htmlFor={field}>{label}</label>
      {hint !== undefined && (
        <p id={hinted} className={style['hint']} role={live ? 'status' : undefined}>
          {hint}
        </p>
      )}
      <div className={style['line']}>
        <input
          id={field}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          {...input}
        />
        {beside}
      </div>
      {error && (
        <p id={wrong} className={style['error']}>
          {error}
        </p>
      )}
    </div>
  );
};

/** Message without a time limit. */
export const Message = ({ kind, children }: { kind: 'failed' | 'done'; children: ReactNode }) => (
  <div className={style['message']} data-kind={kind} role={kind === 'failed' ? 'alert' : 'status'}>
    <Icon name={kind === 'failed' ? 'warning' : 'check'} />
    <div>{children}</div>
  </div>
);

/** Shown if the browser blocks the storage that a login needs. */
export const StorageNotice = () => {
  const { t } = useTranslation('auth');
  return keepsStorage ? null : <Message kind="failed">{t(($) => $.storageBlocked)}</Message>;
};

/** Failed load, with a Retry button. */
export const Failure = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const { t } = useTranslation('common');
  return (
    <Message kind="failed">
      <p className={style['failure']}>{text}</p>
      <Button look="plain" onClick={onRetry}>
        {t(($) => $.actions.retry)}
      </Button>
    </Message>
  );
};

export const Loading = ({ rows, height }: { rows: number; height: number }) => {
  const { t } = useTranslation('common');
  return (
    <div className={style['stack']} role="status" aria-label={t(($) => $.states.loading)}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={style['skeleton']} style={{ height }} />
      ))}
    </div>
  );
};

export const Spinner = ({ label }: { label: string }) => (
  <div className={style['busy']} role="status" aria-label={label}>
    <Wheel />
  </div>
);
