import { useState, type FormEvent } from 'react';
import { DeskError, logIn } from './desk.api.ts';
import style from './operator.module.css';

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

type Props = { onLogin: (session: { operator: string | null }) => void };

/** Asks who is there, and for the token of whoever runs the product. */
export const LoginScreen = ({ onLogin }: Props) => {
  const [error, setError] = useState<DeskError | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      onLogin(await logIn(textOf(form, 'operator'), textOf(form, 'token')));
    } catch (failure) {
      if (!(failure instanceof DeskError)) throw failure;
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={`${style.card} ${style.login}`} onSubmit={(event) => void submit(event)}>
      <h1>Operators’ desk</h1>
      <label>
        Your name
        <input name="operator" maxLength={40} autoComplete="username" />
        <small>Whatever you reveal is written down under it.</small>
      </label>
      <label>
        Token
        <input name="token" type="password" required autoComplete="current-password" />
        <small>One that is yours alone says who you are.</small>
      </label>
      {error && (
        <p className={style.wrong} role="alert">
          {error.status === 429 ? 'Too many tries. Wait a while.' : error.message}
        </p>
      )}
      <button type="submit" className="primary" disabled={busy}>
        Log in
      </button>
    </form>
  );
};
