import { logIn } from './desk.api.ts';
import style from './operator.module.css';
import { useDeskForm } from './use-desk-form.ts';

type Props = { onLogin: (session: { operator: string | null }) => void };

export const LoginScreen = ({ onLogin }: Props) => {
  const { onSubmit, busy, error } = useDeskForm(async (written) =>
    onLogin(await logIn(written('operator'), written('token'))),
  );
  return (
    <form className={`${style.card} ${style.login}`} onSubmit={onSubmit}>
      <h1>Operators’ desk</h1>
      <label>
        Your name
        <input name="operator" maxLength={40} autoComplete="username" />
        <small>What you reveal is recorded under this name.</small>
      </label>
      <label>
        Token
        <input name="token" type="password" required autoComplete="current-password" />
        <small>A personal token already identifies you.</small>
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
