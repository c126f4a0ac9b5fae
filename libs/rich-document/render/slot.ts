export const OPEN = '\ue000';
export const CLOSE = '\ue001';

/** An href that is left open. */
export const slot = (index: number): string => `${OPEN}${index}${CLOSE}`;
export const isSlot = (href: string): boolean => href.startsWith(OPEN);
