import type { CustomTypeOptions } from 'i18next';

type Texts = CustomTypeOptions['resources'];
type KeyIn<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string ? Key : `${Key}.${KeyIn<Part[Key]>}`;
}[keyof Part & string];
type TextKey = { [Name in keyof Texts]: `${Name}:${KeyIn<Texts[Name]>}` }[keyof Texts];

export type TimedMessage = {
  readonly kind: 'failed' | 'done';
  readonly seconds: number;
  readonly text: TextKey;
};
