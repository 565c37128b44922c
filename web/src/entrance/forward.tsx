import { useEffect } from 'react';
import { go, type ScreenState } from './address.ts';
import { Spinner } from './parts.tsx';

type Props = { to: string; state?: ScreenState };

export const Forward = ({ to, state }: Props) => {
  useEffect(() => go(to, { replace: true, ...(state ? { state } : {}) }), [to, state]);
  return <Spinner label="Visita" />;
};
