/** What is hidden. */
export type Hidden = 'e-mail' | 'phone' | 'card' | 'iban' | 'secret';

/** What replaces it: always one of these texts. */
export const MARKERS: Readonly<Record<Hidden, string>> = {
  'e-mail': '[e-mail]',
  phone: '[phone]',
  card: '[card]',
  iban: '[iban]',
  secret: '[secret]',
};

/** Such a part of a text, by UTF-16 units: from the first to behind the last. */
export interface Span {
  from: number;
  to: number;
  kind: Hidden;
}
