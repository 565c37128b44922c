/** National numbers of mobile phones by dial prefix; in other countries the gateway decides. */
const mobiles: Readonly<Record<string, RegExp>> = {
  '+33': /^[67]\d{8}$/,
  '+34': /^[67]\d{8}$/,
  '+39': /^3\d{8,9}$/,
  '+41': /^7[5-9]\d{7}$/,
  '+43': /^6\d{6,12}$/,
  '+44': /^7\d{9}$/,
  '+49': /^1[5-7]\d{8,9}$/,
  '+351': /^9\d{8}$/,
  '+352': /^6\d{8}$/,
  '+353': /^8\d{8}$/,
};

type Phone = { readonly prefix: string | null; readonly phone: string | null };

/** Returns a phone as E.164 if it can get texts; null otherwise. */
export const mobileOf = ({ prefix, phone }: Phone): string | null => {
  if (!prefix || !phone) return null;
  const number = `${prefix}${phone}`;
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return null;
  return mobiles[prefix]?.test(phone) === false ? null : number;
};
