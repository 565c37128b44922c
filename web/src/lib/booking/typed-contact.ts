import { readPhone } from '@visita/contracts/phone/read';

type TypedContact = Partial<Record<'name' | 'email' | 'prefix' | 'phone', string>>;

/** Writes the first letters of a name that was typed without capitals. */
const capitalised = (name: string): string =>
  name === name.toLowerCase()
    ? name.replaceAll(/(?<=^|[\s'’-])\p{Letter}/gu, (letter) => letter.toUpperCase())
    : name;

/** Returns the field of a new patient that a typed text stands for: email, phone or name. */
export const contactIn = (typed: string, prefix: string): TypedContact => {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  if (text.includes('@')) return { email: text.toLowerCase() };
  if (!/^\+?[\d\s()./-]{3,}$/.test(text)) return { name: capitalised(text) };
  const { prefix: dial, phone } = readPhone(text, prefix);
  return phone === '' ? { name: text } : { prefix: dial, phone };
};
