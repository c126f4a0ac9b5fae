/**
 * `A`, provided that it has exactly the members of `B`; else nothing is of this type. A parameter of it keeps the body of a
 * request and what a command takes from getting members that the other lacks.
 */
export type SameMembers<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? A : never;
