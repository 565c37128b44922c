import type { AuditFound } from '@visita/contracts/operator/audit';
import { useState } from 'react';
import { addressOf } from './address.ts';
import { search } from './desk.api.ts';
import style from './operator.module.css';
import { Failure } from './parts.tsx';
import { useDeskForm } from './use-desk-form.ts';

const Found = ({ all }: { all: readonly AuditFound[] }) => {
  if (all.length === 0) return <p role="status">Nothing was found with this id or email.</p>;
  return (
    <ul>
      {all.map((one) => (
        <li key={`${one.kind} ${one.id}`}>
          <a href={addressOf(one)}>
            {one.kind} {one.id}
          </a>
          {one.proId !== undefined && ` of pro ${one.proId}`}
        </li>
      ))}
    </ul>
  );
};

/** Search by any identifier an operator has. */
export const Search = () => {
  const [found, setFound] = useState<readonly AuditFound[] | null>(null);
  const { onSubmit, error } = useDeskForm(async (written) => {
    setFound(null);
    const all = await search(written('text'));
    const [only, ...others] = all;
    if (only && others.length === 0) location.hash = addressOf(only);
    else setFound(all);
  });
  return (
    <section className={style.search}>
      <form role="search" onSubmit={onSubmit}>
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
      {found && <Found all={found} />}
      {error && <Failure error={error} />}
    </section>
  );
};
