/** A document without its keys, to compare the content of two documents. */
export function stripKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => member !== undefined && (name !== 'key' || typeof member !== 'string'),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, stripKeys(member)]));
}
