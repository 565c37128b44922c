// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { emailInput, Field } from './contact-form.tsx';

vi.mock('./data.ts', () => ({ preview: false }));

const isTaken = (typed: string): boolean => {
  render(<Field label={typed} {...emailInput} defaultValue={typed} />);
  return screen.getByLabelText<HTMLInputElement>(typed).validity.valid;
};

it.each(['anna@example.com', "o'hara+a@example.com", 'anna@пример.рф', 'anna@\u200bexample.com'])(
  'the email %j can be sent',
  (typed) => expect(isTaken(typed)).toBe(true),
);

it.each(['anna', 'anna@example', 'anna rossi@example.com', 'a@b.de,c@d.de', 'anna <anna@b.de>', 'a@b@c.de'])(
  'the email %j cannot be sent',
  (typed) => expect(isTaken(typed)).toBe(false),
);
