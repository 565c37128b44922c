let known: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords that stood in leaks most often; read once they are asked for. */
const read = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
};

/** Whether a password is among those that are tried first, however its letters are cased. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await (known ??= read())).has(password.toLowerCase());
