import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What is typed into a search, kept in the address: it is there again on coming back, on reload and where it is shared. */
export const useAddressText = (name: string): [string, (text: string) => void] => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [text, setText] = useState(() => new URLSearchParams(search).get(name) ?? '');
  useEffect(() => {
    const asked = new URLSearchParams(search);
    if ((asked.get(name) ?? '') === text) return;
    if (text === '') asked.delete(name);
    else asked.set(name, text);
    void navigate({ search: asked.toString() }, { replace: true, preventScrollReset: true });
  }, [name, text, search, navigate]);
  return [text, setText];
};
