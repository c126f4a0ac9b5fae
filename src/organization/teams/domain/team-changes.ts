import { Invalid } from '#kernel/domain/errors';

/** What somebody is in a team: an owner may rename it and say who is in it. */
export type TeamRole = 'owner' | 'member';

/** Who is to be in a team and who is not. Members are named by their id or their e-mail address. */
export interface TeamChanges {
  /** They come in as members; those who are in it keep what they are. */
  add?: readonly string[];
  /** They go out, also when they are named elsewhere; naming nobody known is no error. */
  remove?: readonly string[];
  /** They are in it as this. */
  roles?: ReadonlyMap<string, TeamRole>;
}

/** The same, worked out against who is in the team: nothing stands here that is so already. */
export interface PlannedChanges {
  added: Map<string, TeamRole>;
  changed: Map<string, TeamRole>;
  removed: string[];
}

const MOST_NAMED = 3;

/** Everybody whom changes name, once, in the form in which they are looked up. */
export function namesIn({ add = [], remove = [], roles = new Map() }: TeamChanges): string[] {
  return [...new Set([...add, ...remove, ...roles.keys()].map(plainName))];
}

/**
 * Works out what changes. `members` leads from names to the ids of members of the organization, `current` from ids to
 * what they are in the team. Throws Invalid when somebody is to come in who is no member.
 */
export function planChanges(
  { add = [], remove = [], roles = new Map() }: TeamChanges,
  members: ReadonlyMap<string, string>,
  current: ReadonlyMap<string, TeamRole>,
): PlannedChanges {
  const idOf = (name: string): string => members.get(plainName(name)) ?? plainName(name);
  const removed = new Set(remove.map(idOf));
  const wanted = new Map<string, TeamRole>();
  for (const id of add.map(idOf)) wanted.set(id, current.get(id) ?? 'member');
  for (const [name, role] of roles) wanted.set(idOf(name), role);
  for (const id of removed) wanted.delete(id);
  requireMembers([...wanted.keys()], new Set(members.values()));
  const entries = [...wanted].filter(([id, role]) => current.get(id) !== role);
  return {
    added: new Map(entries.filter(([id]) => !current.has(id))),
    changed: new Map(entries.filter(([id]) => current.has(id))),
    removed: [...removed].filter((id) => current.has(id)),
  };
}

function requireMembers(ids: readonly string[], members: ReadonlySet<string>): void {
  const strangers = ids.filter((id) => !members.has(id));
  if (strangers.length === 0) return;
  const named = strangers.slice(0, MOST_NAMED).map((id) => `"${id}"`);
  const more = strangers.length - named.length;
  throw new Invalid(
    `Only members of the organization can be in a team, which is not so of ${named.join(', ')}` +
      (more > 0 ? ` and ${more} more` : ''),
  );
}

/** E-mail addresses are known in lower case. */
function plainName(name: string): string {
  return name.includes('@') ? name.trim().toLowerCase() : name;
}
