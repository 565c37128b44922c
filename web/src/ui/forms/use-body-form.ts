import type { z } from 'zod';
import { useDraftForm } from './use-draft-form.ts';

type Kept = {
  name: string;
};

/** Form of a call's body; the body is validated by the call's schema. */
export const useBodyForm = <Values extends Record<string, unknown>, Body>(
  schema: z.ZodType<Body>,
  initialValues: Values,
  // oxlint-disable-next-line typescript/max-params
  bodyOf: (values: Values) => unknown,
  { name }: Kept,
) => {
  const { form, draft } = useDraftForm<Values>(name, initialValues);
  const parsed = schema.safeParse(bodyOf(form.values));
  return { form, draft, body: parsed.success ? parsed.data : null };
};
