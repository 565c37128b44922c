import type { AuditFound } from '@visita/contracts/operator/audit';
import { useState, type FormEvent } from 'react';
import { addressOf } from './address.ts';
import { DeskError, search } from './desk.api.ts';
import style from './operator.module.css';
import { Failure } from './parts.tsx';

/** One field for whatever an operator has at hand. */
export const Search = () => {
  const [error, setError] = useState<DeskError | null>(null);
  const [found, setFound] = useState<readonly AuditFound[] | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('text');
    setError(null);
    setFound(null);
    try {
      const all = await search(typeof text === 'string' ? text : '');
      const [only, ...others] = all;
      if (only && others.length === 0) location.hash = addressOf(only);
      else setFound(all);
    } catch (failure) {
      if (!(failure instanceof DeskError)) throw failure;
      setError(failure);
    }
  };
  return (
    <section className={style.search}>
      <form role="search" onSubmit={(event) => void submit(event)}>
        <label>
          Booking, patient, pro or clinic
          <input
            name="text"
            type="search"
            required
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            placeholder="Its id, that of an event, or an email"
          />
        </label>
        <button type="submit" className="primary">
          Look up
        </button>
      </form>
      {found && found.length === 0 && <p role="status">Nothing has this id, and nobody this email.</p>}
      {found && found.length > 0 && (
        <ul>
          {found.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <a href={addressOf(one)}>
                {one.kind} {one.id}
              </a>
              {one.proId !== undefined && ` of pro ${one.proId}`}
            </li>
          ))}
        </ul>
      )}
      {error && <Failure error={error} />}
    </section>
  );
};
