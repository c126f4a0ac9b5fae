import { roleAtLeast, type Role } from '#kernel/application/caller';
import type { Scope } from '#kernel/application/scopes';
import type { Described } from '#testing/api-document';
import { ELSEWHERE, grantedAlone, MEMBERS, TEAM_OWNER, THEMSELVES, type MatrixCaller } from './cast.js';

/** Whom an operation is for, as the document says it under `x-quire-role`. */
export interface Need {
  of: 'anybody' | 'user' | 'organization' | 'collection' | 'space';
  role?: Role | 'guest';
  rule?: string;
}

/** A status; where it is that of a deletion, whether anything was deleted. */
export type Outcome = number | 'deleted' | 'nothing to delete';
export type Row = Record<string, Outcome>;

interface Exception {
  /** The rule of the document, word for word; a rule that is reworded is to be looked at here again. */
  rule: string;
  /** What it changes in the row of the operation. */
  row: Row;
  /** What the whole row is for those who are members. */
  members?: Outcome;
}

const TEAMS_OF_GUESTS = { rule: 'Guests see the teams they are in.', row: { guest: 403 } };
const OWNERS = 'Owners of the team may, too.';

/** Those who have one of these roles by a grant alone are refused. */
function grantsRefused(...roles: Role[]): Row {
  return Object.fromEntries(roles.flatMap(grantedAlone).map((name) => [name, 403]));
}

/** Those who have one of these roles, by their membership or by a grant alone. */
function having(outcome: Outcome, ...roles: Role[]): Row {
  const members = Object.entries(MEMBERS).filter(([, role]) => role !== null && roles.includes(role));
  const names = [...members.map(([name]) => name), ...roles.flatMap(grantedAlone)];
  return Object.fromEntries(names.map((name) => [name, outcome]));
}

// Right in the organization guests create nothing.
const BESIDE = { rule: 'And the role create where the space stands.', row: grantsRefused('create', 'admin') };
// None of the callers is its author.
const BY_ITS_AUTHOR = {
  rule: 'Its author, with the role comment; others with the role admin.',
  row: having(403, 'comment', 'edit', 'review', 'create'),
};
const RESOLVED_BY_OTHERS = {
  rule: 'Only its author changes what it says; others resolve it with the role edit.',
  row: having(403, 'comment'),
};
// The other organization is the one where it is.
const TRANSFERRED = { rule: 'And the role create in the other organization.', row: having(409, 'admin') };

// None of the callers began it.
const ABOVE_COMMENT = ['edit', 'review', 'create', 'admin'] as const;
const BEGUN_BY_OTHERS = { rule: 'Only who began it.', row: having(404, ...ABOVE_COMMENT) };

/** Operations for which something besides the role decides. */
export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  getUserById: { rule: 'Shows those who share an organization with the caller.', row: { [ELSEWHERE]: 404 } },
  updateUserById: {
    rule: 'Users change themselves alone.',
    members: 403,
    row: { [THEMSELVES]: 200, [ELSEWHERE]: 404 },
  },
  // The token is that of the user themselves.
  revokeUserToken: {
    rule: 'Users revoke their own alone.',
    members: 'nothing to delete',
    row: { [THEMSELVES]: 'deleted', [ELSEWHERE]: 'nothing to delete' },
  },
  getSubdomain: { rule: 'Shows those of organizations the caller is a member of.', row: { [ELSEWHERE]: 404 } },
  getMemberInOrganizationById: { rule: 'Guests see themselves alone.', row: { guest: 403 } },
  listTeamsForOrganizationMember: { rule: 'Guests see their own alone.', row: { guest: 403 } },
  removeMemberFromOrganizationById: { rule: 'Members may remove themselves.', row: { [THEMSELVES]: 'deleted' } },
  listSpacesForOrganizationMember: { rule: 'Members see their own.', row: { [THEMSELVES]: 200 } },
  getTeamInOrganizationById: TEAMS_OF_GUESTS,
  listTeamMembersInOrganizationById: TEAMS_OF_GUESTS,
  updateTeamInOrganizationById: { rule: OWNERS, row: { [TEAM_OWNER]: 200 } },
  updateMembersInOrganizationTeam: { rule: OWNERS, row: { [TEAM_OWNER]: 204 } },
  addMemberToOrganizationTeamById: { rule: OWNERS, row: { [TEAM_OWNER]: 204 } },
  deleteMemberFromOrganizationTeamById: { rule: OWNERS, row: { [TEAM_OWNER]: 'deleted' } },
  // Members are in already; the address of the other is not verified.
  joinOrganization: {
    rule: 'The domain of the verified e-mail address of the caller decides.',
    row: { [ELSEWHERE]: 400 },
  },
  getContentByUrl: { rule: 'Shows the caller what they reach.', row: { [ELSEWHERE]: 404, guest: 404 } },
  ...Object.fromEntries(
    [
      ['listIntegrationInstallations', 'Shows those on organizations that the caller is a member of.'],
      ['listIntegrationSpaceInstallations', 'Shows those in organizations that the caller administers.'],
      ['listIntegrationSiteInstallations', 'Shows those in organizations that the caller administers.'],
    ].map(([id, rule = '']) => [id, { rule, row: { [ELSEWHERE]: 404 } }]),
  ),
  createIntegrationInstallationToken: {
    rule: 'Only the script of the integration gets tokens.',
    members: 403,
    row: {},
  },
  queueIntegrationTask: { rule: 'Only the script of the integration queues tasks.', members: 403, row: {} },
  getIntegrationByName: {
    rule: 'A private one is shown to those who belong to its organization, or one that has it installed.',
    row: { [ELSEWHERE]: 404 },
  },
  // None of the callers names a repository that is there.
  readRepositorySiteConfig: {
    rule: 'The repository must be one that the server reaches.',
    row: having(400, 'admin', 'create'),
  },
  duplicateSpace: BESIDE,
  createTranslation: BESIDE,
  transferSpace: TRANSFERRED,
  transferCollection: TRANSFERRED,
  getImportUpload: BEGUN_BY_OTHERS,
  sendImportUploadPart: BEGUN_BY_OTHERS,
  deleteImportUpload: { ...BEGUN_BY_OTHERS, row: having('nothing to delete', ...ABOVE_COMMENT) },
  updateCommentInSpace: RESOLVED_BY_OTHERS,
  updateCommentInChangeRequest: RESOLVED_BY_OTHERS,
  deleteCommentInSpace: BY_ITS_AUTHOR,
  deleteCommentInChangeRequest: BY_ITS_AUTHOR,
  deleteCommentReplyInSpace: BY_ITS_AUTHOR,
  deleteCommentReplyInChangeRequest: BY_ITS_AUTHOR,
};

/**
 * Rules without an effect on rows: they concern the response, or another request. The invite is valid for every caller,
 * all callers send the secret of the hook, moves keep the place, the reply gets a reaction, the change request is not
 * merged, and none of the callers is its author.
 */
export const WITHOUT_EFFECT: readonly string[] = [
  'In the organization that publishes.',
  'In the organization that publishes; for what comes with Quire, in that of the installation.',
  'Shows public ones, and those of organizations that the caller belongs to.',
  'What is set is shown to administrators.',
  'Configuration screens: the role admin on what is configured.',
  'Shows what the caller reaches.',
  'And the role edit on the space.',
  'And the role create on the spaces that are put on it.',
  'And the role create on the space that is put on it.',
  'And the role create on the space, where it is another one or is shown to others.',
  'And the role create on each space that is put on the site or changed.',
  'And the role create on every space of the site.',
  'And the role create on every space of the site, where that shows it to others.',
  'And the role create on each space that is shown to others by it.',
  'And the role read in what the source reads.',
  'Whoever knows the secret of the hook.',
  'Shows those the caller is a member of.',
  'Shows those the caller is a member of, or may join.',
  'Shows those of spaces that the caller reaches.',
  'Nobody reviews a change request of their own.',
  'The invite must be for everybody who has it, or for the address of the caller.',
  'And the role create where it is to stand, if that is elsewhere.',
  'Only its author changes what it says.',
  'Once the change request is merged: nobody changes a space that is locked.',
];

export function needOf({ operation }: Described): Need | undefined {
  return (operation as { 'x-quire-role'?: Need })['x-quire-role'];
}

export function scopeOf({ operation }: Described): Scope | undefined {
  return (operation as { 'x-quire-scope'?: Scope })['x-quire-scope'];
}

/** What an operation answers a caller, by what the document says. */
export function expected(
  described: Described,
  need: Need,
  caller: Omit<MatrixCaller, 'api'>,
  exceptions: Partial<Exception> = EXCEPTIONS[described.operation.operationId] ?? {},
): Outcome {
  const [done, unseen] = [doneOf(described), unseenOf(described)];
  if (need.of === 'anybody') return done;
  if (caller.kind === 'unknown') return 401;
  if (caller.kind === 'narrow') return 403;
  const exception = exceptions.row?.[caller.name];
  if (exception !== undefined) return exception;
  if (exceptions.members !== undefined && caller.name in MEMBERS) return exceptions.members;
  if (need.of === 'user') return done;
  if (caller.kind === 'elsewhere') return unseen;
  if (need.role === 'guest') return done;
  // Guests know of the organization, and of nothing in it that was not granted to them.
  if (caller.role === null) return need.of === 'organization' ? 403 : unseen;
  return need.role !== undefined && roleAtLeast(caller.role, need.role) ? done : 403;
}

/** What is answered to those who may call. */
export function doneOf({ method, operation }: Described): Outcome {
  const success = Object.keys(operation.responses).find((status) => status.startsWith('2'));
  return method === 'delete' ? 'deleted' : Number(success);
}

/** What is answered to those who must not learn of the record. */
export function unseenOf({ method }: Described): Outcome {
  return method === 'delete' ? 'nothing to delete' : 404;
}

/** Whether it is a refusal, after which everything must be as before. */
export function isRefusal(outcome: Outcome): boolean {
  return typeof outcome === 'number' ? outcome >= 400 : outcome === 'nothing to delete';
}
