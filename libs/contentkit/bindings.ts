import type { DynamicBinding } from './elements.js';
import { LIMITS } from './limits.js';
import { shape, text, type Reader } from './reading.js';

/** The name of a value in the state. */
export const stateName: Reader<string> = text(LIMITS.label);

export const binding: Reader<DynamicBinding> = shape<DynamicBinding>({ $state: stateName });
