import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useMessageText } from '../lib/text/message-text.ts';
import { messages, type MessageName } from '../lib/text/messages.ts';
import { useTimer } from '../lib/time/use-timer.ts';
import { Icon } from '../ui/icons/icons.tsx';
import style from './toasts.module.css';

type Toast = { id: number; name: MessageName; error: unknown };

const toastsAtom = atom<readonly Toast[]>([]);
const store = getDefaultStore();
let last = 0;

/** Shows an error in a toast that stays while hovered. */
export const say = (name: MessageName, error: unknown): void =>
  store.set(toastsAtom, (shown) => [...shown, { id: (last += 1), name, error }]);

const One = ({ id, name, error }: Toast) => {
  const { t } = useTranslation('common');
  const textOf = useMessageText();
  const { kind, seconds } = messages[name];
  const end = () => store.set(toastsAtom, (shown) => shown.filter((other) => other.id !== id));
  const hold = useTimer(seconds, end);
  return (
    <div className={style['toast']} data-kind={kind} role={kind === 'failed' ? 'alert' : 'status'} {...hold}>
      <span className={style['icon']}>
        <Icon name={kind === 'failed' ? 'warning' : 'check'} size={18} />
      </span>
      <span className={style['text']}>{textOf(name, error)}</span>
      <button type="button" aria-label={t(($) => $.actions.close)} onClick={end}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
};

export const Toasts = () => (
  <div className={style['corner']}>
    {useAtomValue(toastsAtom, { store }).map((toast) => (
      <One key={toast.id} {...toast} />
    ))}
  </div>
);
