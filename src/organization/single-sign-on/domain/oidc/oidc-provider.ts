import type { Role } from '#kernel/application/caller';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { placementOf, validRules, type GroupRule, type Placement } from '../placement.js';
import { validLabel, validProviderUrl } from '../provider-fields.js';
import { SignInRefused } from '../sign-in-refused.js';
import type { Voucher, Welcome } from '../voucher.js';

export interface OidcProviderState extends AggregateState {
  organizationId: string;
  label: string;
  /** The issuer identifier, as the provider writes it; empty while it is not known, like the client id. */
  issuer: string;
  /** How the provider knows this server. */
  clientId: string;
  /** Scopes that are requested besides `openid`, `email` and `profile`. */
  scopes: string[];
  /** The claim with the names of the user's groups. */
  groupsClaim: string;
  groupRules: GroupRule[];
  /** A team that new members are added to. */
  defaultTeam: string | null;
  /** The role of new members; `null` makes them guests. */
  defaultRole: Role | null;
  createdAt: Date;
}

/** The fields that an administrator sets. Empty strings and null clear them. */
export interface OidcProviderFields {
  label?: string;
  issuer?: string;
  clientID?: string;
  scopes?: string[];
  groupsClaim?: string;
  groupRules?: GroupRule[];
  defaultTeam?: string | null;
  defaultRole?: Role | null;
}

/** What the tokens of a provider must match. */
export interface OidcTrust {
  issuer: string;
  clientId: string;
}

const MAX_CLIENT_ID = 512;
const MOST_SCOPES = 20;
/** A scope token of OAuth (RFC 6749, 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;
const MAX_CLAIM = 256;
const GROUPS = 'groups';

/**
 * A provider of OpenID Connect that vouches for members of one organization. Once its issuer and the client id are set,
 * it is active and people can sign in by it. It gives access to this organization only.
 */
export class OidcProvider extends Aggregate<OidcProviderState> implements Voucher {
  readonly protocol = 'oidc';

  static create(organizationId: string, fields: OidcProviderFields & { label: string }, now: Date): OidcProvider {
    const provider = new OidcProvider({
      id: newId(now.getTime()),
      organizationId,
      version: 0,
      label: '',
      issuer: '',
      clientId: '',
      scopes: [],
      groupsClaim: GROUPS,
      groupRules: [],
      defaultTeam: null,
      defaultRole: 'read',
      createdAt: now,
    });
    provider.#set(fields);
    return provider;
  }

  static from(state: OidcProviderState): OidcProvider {
    return new OidcProvider(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get label(): string {
    return this.state.label;
  }

  get welcome(): Welcome {
    return { role: this.state.defaultRole, team: this.state.defaultTeam };
  }

  get groupsClaim(): string {
    return this.state.groupsClaim;
  }

  get active(): boolean {
    return isActive(this.state);
  }

  get trust(): OidcTrust {
    return { issuer: this.state.issuer, clientId: this.state.clientId };
  }

  /** Throws SignInRefused unless the provider is fully configured. */
  requireActive(): void {
    if (!this.active) throw new SignInRefused('pending', 'The provider is not fully configured');
  }

  stillTrusts({ issuer, clientId }: OidcTrust): boolean {
    return this.active && issuer === this.state.issuer && clientId === this.state.clientId;
  }

  /** What the groups of a user give them; undefined where there are no rules, or the groups are not known. */
  place(groups: readonly string[] | undefined): Placement | undefined {
    const { groupRules, defaultRole } = this.state;
    return groups && groupRules.length > 0 ? placementOf(groupRules, groups, defaultRole) : undefined;
  }

  /**
   * Changes fields. Returns whether trust was withdrawn: the issuer or the client became another, or the provider is no
   * longer active.
   */
  update(fields: OidcProviderFields): { distrusts: boolean } {
    const { active, trust } = this;
    this.#set(fields);
    return { distrusts: active && !this.stillTrusts(trust) };
  }

  #set(fields: OidcProviderFields): void {
    const { label, issuer, clientID, scopes, groupsClaim, groupRules, defaultTeam, defaultRole } = fields;
    if (label !== undefined) this.state.label = validLabel(label);
    if (issuer !== undefined) this.state.issuer = validIssuer(issuer);
    if (clientID !== undefined) this.state.clientId = validClientId(clientID);
    if (scopes !== undefined) this.state.scopes = validScopes(scopes);
    if (groupsClaim !== undefined) this.state.groupsClaim = validClaim(groupsClaim);
    if (groupRules !== undefined) this.state.groupRules = validRules(groupRules);
    if (defaultTeam !== undefined) this.state.defaultTeam = defaultTeam;
    if (defaultRole !== undefined) this.state.defaultRole = defaultRole;
  }
}

/** Whether the provider is fully configured. */
export function isActive({ issuer, clientId }: Pick<OidcProviderState, 'issuer' | 'clientId'>): boolean {
  return issuer !== '' && clientId !== '';
}

/** Kept as it was entered: tokens must name the issuer letter by letter. */
function validIssuer(issuer: string): string {
  const text = issuer.trim();
  if (text === '') return text;
  const { search } = validProviderUrl('issuer', text);
  if (search !== '') throw new Invalid('issuer takes no query');
  return text;
}

function validClientId(clientId: string): string {
  const text = clientId.trim();
  if (exceeds(text, MAX_CLIENT_ID)) throw new Invalid(`clientID takes at most ${MAX_CLIENT_ID} characters`);
  if (!/^[\x20-\x7e]*$/.test(text)) throw new Invalid('clientID takes printable ASCII characters');
  return text;
}

function validScopes(scopes: readonly string[]): string[] {
  if (scopes.length > MOST_SCOPES) throw new Invalid(`scopes takes at most ${MOST_SCOPES}`);
  const wrong = scopes.find((scope) => !SCOPE.test(scope));
  if (wrong !== undefined) throw new Invalid(`scopes: "${wrong}" is not a scope`);
  return [...new Set(scopes)];
}

function validClaim(claim: string): string {
  const text = claim.trim();
  if (text === '' || exceeds(text, MAX_CLAIM)) throw new Invalid(`groupsClaim takes 1 to ${MAX_CLAIM} characters`);
  return text;
}
