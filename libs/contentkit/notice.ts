import type { Action, DescendantElement, RootElement } from './elements.js';

/** A short text in the place of what could not be shown. */
export interface Notice {
  title: string;
  /** Why, for those who can do something about it. */
  reason?: string | undefined;
  /** What can be tried again. */
  again?: Action | undefined;
}

const AGAIN = 'Try again';

/** A notice as an element; every client can show what it consists of. */
export function noticeOf(form: RootElement['type'], { title, reason, again }: Notice): RootElement {
  const children: DescendantElement[] = [
    { type: 'card', title, ...(reason === undefined ? {} : { hint: reason }) },
    ...(again ? [{ type: 'button', label: AGAIN, onPress: again } as const] : []),
  ];
  return { type: form, children };
}
