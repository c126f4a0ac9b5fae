import { Invalid } from '#kernel/domain/errors';

/** A role in a team: an owner may rename it and manage its members. */
export type TeamRole = 'owner' | 'member';

/** Which members to add, remove or change. They are named by their id or their e-mail address. */
export interface TeamChanges {
  /** Added as members; those who are in the team keep their role. */
  add?: readonly string[];
  /** Removed, also when they are named elsewhere; unknown names are no error. */
  remove?: readonly string[];
  /** Added with this role, or changed to it. */
  roles?: ReadonlyMap<string, TeamRole>;
}

/** The same compared with the current members: only what differs. */
export interface PlannedChanges {
  added: Map<string, TeamRole>;
  changed: Map<string, TeamRole>;
  removed: string[];
}

const MOST_NAMED = 3;

/** All names in the changes, without duplicates, in the form in which they are looked up. */
export function namesIn({ add = [], remove = [], roles = new Map() }: TeamChanges): string[] {
  return [...new Set([...add, ...remove, ...roles.keys()].map(plainName))];
}

/**
 * Works out the differences. `members` maps names to ids of members of the organization, `current` maps ids to roles in
 * the team. Throws Invalid when a user to add is not a member of the organization.
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

/** E-mail addresses are compared in lower case. */
function plainName(name: string): string {
  return name.includes('@') ? name.trim().toLowerCase() : name;
}
