import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDesk, unlist } from '../lib/session/desk.ts';
import { Icon } from '../ui/icons/icons.tsx';
import style from './desk-list.module.css';

type Props = { chosen: string; onChoose: (email: string) => void };

/** Persons who agreed to be listed in this browser; empty if there are none. */
export const DeskList = ({ chosen, onChoose }: Props) => {
  const { t } = useTranslation('auth');
  const [listed, setListed] = useState(readDesk);
  if (listed.length === 0) return null;
  const forget = (id: string) => {
    unlist(id);
    setListed(readDesk());
  };
  return (
    <section aria-labelledby="desk-title" className={style['desk']}>
      <h2 id="desk-title">{t(($) => $.desk.title)}</h2>
      <ul>
        {listed.map(({ id, name, email }) => (
          <li key={id}>
            <button
              type="button"
              className={style['name']}
              aria-label={t(($) => $.desk.choose, { name })}
              aria-pressed={email === chosen}
              onClick={() => onChoose(email)}
            >
              <Icon name="person" />
              <span>{name}</span>
            </button>
            <button
              type="button"
              className={style['forget']}
              aria-label={t(($) => $.desk.forget, { name })}
              onClick={() => forget(id)}
            >
              <Icon name="close" size={18} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
