import { afterAll, beforeAll } from 'vitest';
import { type Client, createClient } from './http.ts';
import { openClinic, type OpenedClinic, registerPro, type RegisteredPro } from './http-practice.ts';
import { type Stack, startStack } from './stack.ts';

const startLimit = 180_000;

export type Product = { readonly stack: Stack; readonly client: Client };
/** The product with one pro and her clinic in Rome. */
export type Practice = Product & { readonly anna: RegisteredPro; readonly clinic: OpenedClinic };

const started = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('what starts before the tests is there within them only');
  return value;
};

/** Runs the product for the tests of a file, which get at it by what this answers. */
export const useProduct = (environment: Readonly<Record<string, string>> = {}): (() => Product) => {
  let product: Product | undefined;
  beforeAll(async () => {
    const stack = await startStack(environment);
    product = { stack, client: createClient(stack.address) };
  }, startLimit);
  afterAll(() => product?.stack.stop());
  return () => started(product);
};

/** Like {@link useProduct}, with Anna and her clinic. */
export const usePractice = (environment: Readonly<Record<string, string>> = {}): (() => Practice) => {
  const product = useProduct(environment);
  let practice: Practice | undefined;
  beforeAll(async () => {
    const { stack, client } = product();
    const anna = await registerPro(client, 'anna');
    practice = { stack, client, anna, clinic: await openClinic(client, anna, 'Studio Roma') };
  }, startLimit);
  return () => started(practice);
};
