import { newId } from '#kernel/domain/id';
import { ROLES, type Role } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { SCOPES, type Scope } from '#kernel/application/scopes';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { CreateToken } from '#organization';
import type { ApiClient } from '#testing/api-client';
import type { TestServer, TestUser } from '#testing/test-server';
import type { Granted, Owner } from './records.js';

export const ELSEWHERE = 'administrator of another organization';
export const THEMSELVES = 'the user themselves, a guest';
export const TEAM_OWNER = 'owner of the team, a guest';
export const NARROW = 'administrator whose token lacks the scope';

/** The callers who are members, with the role they have in the organization. */
export const MEMBERS: Readonly<Record<string, Role | null>> = {
  guest: null,
  reader: 'read',
  commenter: 'comment',
  editor: 'edit',
  reviewer: 'review',
  creator: 'create',
  admin: 'admin',
};

/** The names of those who have a role by a grant alone: to themselves, and to a team of theirs. */
export function grantedAlone(role: Role): [string, string] {
  return [`guest, granted ${role}`, `guest in a team, granted ${role}`];
}

/** One who calls an operation: a column of the matrix. */
export interface MatrixCaller {
  name: string;
  /** Where their rights come from. `granted`: from a grant alone, on the space and on the collection. */
  kind: 'unknown' | 'narrow' | 'elsewhere' | 'member' | 'granted' | 'script';
  role: Role | null;
  api: ApiClient;
}

/** An organization with everybody who calls. Its owner prepares the records and calls with a narrow token only. */
export class Cast {
  /** Those without a usable token first, then those whose rights do not reach, and the administrator last. */
  readonly callers: MatrixCaller[] = [];
  readonly grants: Granted[] = [];
  readonly #narrow = new Map<Scope | undefined, ApiClient>();

  private constructor(
    readonly server: TestServer,
    readonly owner: Owner,
  ) {}

  static async gather(server: TestServer): Promise<Cast> {
    const cast = new Cast(server, await server.administrator());
    const { organization } = cast.owner;
    cast.#add('no token', 'unknown', null, server.anonymous);
    cast.#add('invalid token', 'unknown', null, server.as('quire_nobody'));
    cast.#add('expired token', 'unknown', null, await cast.#expired());
    for (const [name, role] of Object.entries(MEMBERS)) {
      cast.#add(name, 'member', role, (await server.member(organization, role)).api);
    }
    for (const role of ROLES) {
      const [alone, inTeam] = await Promise.all([server.member(organization, null), server.member(organization, null)]);
      cast.grants.push({ role, user: alone.id, team: await cast.#teamOf(inTeam) });
      const [granted, throughTeam] = grantedAlone(role);
      cast.#add(granted, 'granted', role, alone.api);
      cast.#add(throughTeam, 'granted', role, inTeam.api);
    }
    for (const scope of [...SCOPES, undefined]) await cast.#limit(scope);
    return cast;
  }

  /** An administrator whose token has every scope but this; every scope there is, where none is enough. */
  narrow(scope: Scope | undefined): MatrixCaller {
    const api = this.#narrow.get(scope);
    if (!api) throw new Error(`There is no scope ${scope}`);
    return { name: NARROW, kind: 'narrow', role: 'admin', api };
  }

  async #limit(without: Scope | undefined): Promise<void> {
    const scopes = SCOPES.filter((scope) => scope !== without);
    const { secret } = await this.server.dispatcher.run(new CreateToken(this.owner.id, 'Narrow', { scopes }));
    this.#narrow.set(without, this.server.as(secret));
  }

  /** A token of an administrator that was good, was seen to be, and has expired since. */
  async #expired(): Promise<ApiClient> {
    const { server, owner } = this;
    const expiresAt = new Date(server.clock.now().getTime() + 60_000);
    const { secret } = await server.dispatcher.run(new CreateToken(owner.id, 'Expired', { expiresAt }));
    const { status } = await server.as(secret).get('/v1/user');
    if (status !== 200) throw new Error(`The token that is to expire was answered with ${status}`);
    server.clock.advance(60_001);
    return server.as(secret);
  }

  async #teamOf(user: TestUser): Promise<string> {
    const { server, owner } = this;
    const id = newId();
    await server.rows(
      `insert into organization.team (organization_id, id, version, title, created_at) values ($1, $2, 1, 'One', now())`,
      [owner.organization, id],
    );
    await server.rows(
      `insert into organization.team_member (organization_id, team_id, user_id, role) values ($1, $2, $3, 'member')`,
      [owner.organization, id, user.id],
    );
    await server.app.get(UnitOfWork).transaction(() => server.app.get(Callers).changed(user.id));
    return id;
  }

  #add(name: string, kind: MatrixCaller['kind'], role: Role | null, api: ApiClient): void {
    this.callers.push({ name, kind, role, api });
  }
}
