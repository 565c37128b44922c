import type { RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf, isErased } from '@visita/contracts/event';
import { eventDefinitions } from '@visita/contracts/events';

const hidden = '•••';
const email = /^([^\s@])[^\s@]*@([^\s@])[^\s@]*(\.[a-z]+)$/i;

const maskText = (text: string): string => {
  if (text === '') return text;
  return email.test(text) ? text.replace(email, '$1•••@$2•••$3') : hidden;
};

/** Masks every text in a value; keeps the outline of an email, and empty or erased values. */
export const mask = (value: unknown): unknown => {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'number') return hidden;
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== 'object' || value === null || isErased(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, mask(of)]));
};

/**
 * Masks an event's personal fields. States are folded from masked events, so deciders' states need no
 * masking.
 */
export const masked = (event: RecordedEvent): RecordedEvent => {
  const fields = eventDefinitions.get(event.type)?.personalFields ?? [];
  const data = fieldsOf(event);
  const covers = fields.flatMap((field) => (field in data ? [[field, mask(data[field])]] : []));
  return { ...event, data: { ...data, ...Object.fromEntries(covers) } };
};
