import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessageText } from '../lib/text/message-text.ts';
import { messages, type MessageName } from '../lib/text/messages.ts';
import { useTimer } from '../lib/time/use-timer.ts';
import { Icon } from '../ui/icons/icons.tsx';
import style from './failure.module.css';

type Failed = { id: number; name: MessageName<'failed'>; error: unknown };

const failedAtom = atom<Failed | null>(null);
const store = getDefaultStore();
let last = 0;

const end = (): void => store.set(failedAtom, null);

/** Shows an error in the banner of the form; it replaces the one before. */
export const say = (name: Failed['name'], error: unknown): void =>
  store.set(failedAtom, { id: (last += 1), name, error });

const Banner = ({ name, error }: Failed) => {
  const { t } = useTranslation('common');
  const textOf = useMessageText();
  const hold = useTimer(messages[name].seconds, end);
  return (
    <div className={style['banner']} role="alert" {...hold}>
      <Icon name="warning" />
      <span className={style['text']}>{textOf(name, error)}</span>
      <button type="button" aria-label={t(($) => $.actions.close)} onClick={end}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
};

/** Red banner above the form, for the seconds of the message or longer while hovered. */
export const Failure = () => {
  const failed = useAtomValue(failedAtom, { store });
  useEffect(() => end, []);
  return failed && <Banner key={failed.id} {...failed} />;
};
