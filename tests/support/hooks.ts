import type { TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll } from 'vitest';
import { type Client, createClient } from './http.ts';
import { openClinic, type OpenedClinic, registerPro, type RegisteredPro } from './http-practice.ts';
import { createProductDatabase } from './product-database.ts';
import { type Stack, startStack } from './stack.ts';

const startLimit = 600_000;

export type Product = { readonly stack: Stack; readonly client: Client };
/** A product with one professional and her clinic in Rome. */
export type Practice = Product & { readonly anna: RegisteredPro; readonly clinic: OpenedClinic };

const started = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('what starts before the tests is there within them only');
  return value;
};

/**
 * Embedded database, as by default, or a new one in the shared PostgreSQL of the test run, which is faster.
 */
type Where = 'embedded' | 'shared';

/** Runs a product for the tests of a file; returns a getter for it. */
export const useProduct = (
  environment: Readonly<Record<string, string>> = {},
  where: Where = 'shared',
): (() => Product) => {
  let product: Product | undefined;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = where === 'shared' ? await createProductDatabase() : undefined;
    const stack = await startStack({ ...environment, ...(database ? { DATABASE_URL: database.url } : {}) });
    product = { stack, client: createClient(stack.address) };
  }, startLimit);
  afterAll(async () => {
    await product?.stack.stop();
    await database?.close();
  });
  return () => started(product);
};

/** Like {@link useProduct}, with Anna and her clinic. */
export const usePractice = (
  environment: Readonly<Record<string, string>> = {},
  where: Where = 'shared',
): (() => Practice) => {
  const product = useProduct(environment, where);
  let practice: Practice | undefined;
  beforeAll(async () => {
    const { stack, client } = product();
    const anna = await registerPro(client, 'anna');
    practice = { stack, client, anna, clinic: await openClinic(client, anna, 'Studio Roma') };
  }, startLimit);
  return () => started(practice);
};
