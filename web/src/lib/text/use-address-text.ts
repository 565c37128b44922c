import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Search text kept in the address, so that it survives returning, reloading and sharing. */
export const useAddressText = (name: string): [string, (text: string) => void] => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [text, setText] = useState(() => new URLSearchParams(search).get(name) ?? '');
  useEffect(() => {
    const params = new URLSearchParams(search);
    if ((params.get(name) ?? '') === text) return;
    if (text === '') params.delete(name);
    else params.set(name, text);
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true });
  }, [name, text, search, navigate]);
  return [text, setText];
};
