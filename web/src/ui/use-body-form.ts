import { useForm } from '@mantine/form';
import type { z } from 'zod';

/** A form of a call's body: its fields, and the body by the call's own schema once they are right. */
export const useBodyForm = <Values extends Record<string, unknown>, Body>(
  schema: z.ZodType<Body>,
  initialValues: Values,
  bodyOf: (values: Values) => unknown = (values) => values,
) => {
  const form = useForm<Values>({ initialValues });
  const parsed = schema.safeParse(bodyOf(form.values));
  return { form, body: parsed.success ? parsed.data : null };
};
