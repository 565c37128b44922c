import { useState, type ReactNode } from 'react';
import { useAddress } from './address.ts';
import { AuditScreen } from './audit.screen.tsx';
import { logOut, useSession } from './desk.api.ts';
import { Health } from './health.tsx';
import { LoginScreen } from './login.screen.tsx';
import style from './operator.module.css';
import { Failure } from './parts.tsx';
import { Search } from './search.tsx';

const Frame = ({ who, children }: { who: ReactNode; children: ReactNode }) => (
  <div className={style.page}>
    <header className={style.header}>
      <a className={style.brand} href="/operator">
        <img src="/icon.svg" alt="" width="28" height="28" />
        Visita <span>Operators’ desk</span>
      </a>
      {who}
    </header>
    <main>{children}</main>
  </div>
);

const Welcome = () => (
  <section className={style.card}>
    <h1>What happened?</h1>
    <p className={style.soft}>
      Look up a booking, a patient, a pro or a clinic. You see who did what and when, from the events alone,
      and what was known after each step. Personal data is masked.
    </p>
  </section>
);

/** The desk: a login, or the search and its results. */
export const OperatorScreen = () => {
  const { data: session, error, mutate } = useSession();
  const [leaving, setLeaving] = useState(false);
  const shown = useAddress();
  if (error && !session)
    return <Frame who={null}>{<Failure error={error} onRetry={() => void mutate()} />}</Frame>;
  if (!session) return <Frame who={null}>{null}</Frame>;
  if (session.operator === null)
    return (
      <Frame who={null}>
        <LoginScreen onLogin={(begun) => void mutate(begun, { revalidate: false })} />
      </Frame>
    );
  const leave = async () => {
    setLeaving(true);
    // A new document clears the shown data from memory.
    await logOut().finally(() => location.replace('/operator'));
  };
  const who = (
    <div className={style.who}>
      <span>{session.operator}</span>
      <button type="button" disabled={leaving} onClick={() => void leave()}>
        Log out
      </button>
    </div>
  );
  return (
    <Frame who={who}>
      <div className={style.top}>
        <Search />
        <Health />
      </div>
      {shown ? <AuditScreen key={`${shown.kind} ${shown.id}`} {...shown} /> : <Welcome />}
    </Frame>
  );
};
