import { useEffect } from 'react';
import { go, type Told } from './address.ts';
import { Wheel } from './parts.tsx';

type Props = { to: string; told?: Told };

/** Sends every visitor elsewhere. */
export const Forward = ({ to, told }: Props) => {
  useEffect(() => go(to, { replace: true, ...(told ? { told } : {}) }), [to, told]);
  return <Wheel label="Visita" />;
};
