/** An expression of a member that is left out where its value is null. */
export interface WhenSet {
  whenSet: string;
}

/** A member that the statement never writes: another part of the answer adds it, or it is reserved. */
export const NOT_WRITTEN = Symbol('not written');

/**
 * For each member of a view the SQL expression of its JSON text. To leave one out, or to name one that the view lacks, does
 * not compile; only optional members may be left out of an answer. The first member is always written.
 */
export type JsonMembers<View> = {
  [Member in keyof View]-?: object extends Pick<View, Member> ? string | WhenSet | typeof NOT_WRITTEN : string;
};

/** The SQL expression of a view's JSON text, in the order of `members`. */
export function jsonObject<View extends object>(members: JsonMembers<View>): string {
  const written = Object.entries<string | WhenSet | typeof NOT_WRITTEN>(members).flatMap(([name, value], index) => {
    if (value === NOT_WRITTEN) return [];
    const label = `'${index === 0 ? '{' : ','}"${name}":'`;
    return typeof value === 'string' ? [label, value] : [`coalesce(${label} || ${value.whenSet}, '')`];
  });
  // Neighbouring literals become one: each concatenation costs a copy of the text.
  return [...written, `'}'`].join(' || ').replaceAll(`' || '`, '');
}

/** JSON text of a text that may hold any character. */
export const jsonText = (value: string): string => `to_json(${value})::text`;

/** JSON text of an id or another text of letters, digits, `-` and `_`. */
export const jsonId = (value: string): string => `'"' || ${value} || '"'`;

/** JSON text of a time: ISO 8601 in UTC with milliseconds, as JavaScript writes it. */
export const jsonTime = (value: string): string =>
  `'"' || to_char(${value} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
