export const TRANSLATE = 'content.translate';

/** So long a run waits for more changes after the first. */
const GATHER_MS = 5_000;

/** The job that runs a translation: its name, payload and options. One waits at a time, and one runs at a time. */
export function translate(id: string, soon?: Date) {
  const key = `${TRANSLATE}:${id}`;
  const runAt = soon && { runAt: new Date(soon.getTime() + GATHER_MS) };
  return [TRANSLATE, { id }, { key, queue: key, ...runAt }] as const;
}

export const TRANSLATE_ALL = 'content.translate-all';

/** The job that has all translations of an organization run: its name, payload and options. */
export function translateAll(organizationId: string) {
  return [TRANSLATE_ALL, { organizationId }, { key: `${TRANSLATE_ALL}:${organizationId}` }] as const;
}
