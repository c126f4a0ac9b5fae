import { h, type Child } from '#page-html';
import type { ApiWords } from '../words/api-words.js';

export interface Field {
  id: string;
  label: Child;
  isRequired?: boolean;
}

/** A field of a form below its label. */
export function labelled({ id, label, isRequired = false }: Field, input: Child, words: ApiWords): Child {
  const required = isRequired && [' ', h('span', { class: 'api-required' }, words.required)];
  return h('div', { class: 'api-field' }, h('label', { for: id }, label, required), input);
}
