import type { Role } from '#kernel/application/caller';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { validLabel, validProviderUrl } from '../provider-fields.js';
import type { Voucher, Welcome } from '../voucher.js';
import { SignInRefused } from '../sign-in-refused.js';
import { newId } from '#kernel/domain/id';
import { readCertificates } from './certificates.js';

export interface SamlProviderState extends AggregateState {
  organizationId: string;
  label: string;
  /** The provider's name for itself; empty while it is not known, like the two that follow. */
  entityId: string;
  /** Where browsers are sent to sign in. */
  ssoUrl: string;
  /** As entered; `readCertificates` parses it. */
  certificate: string;
  /** A team that new members are added to. */
  defaultTeam: string | null;
  /** The role of new members; `null` makes them guests. */
  defaultRole: Role | null;
  createdAt: Date;
}

/** The fields that an administrator sets. Empty strings and null clear them. */
export interface SamlProviderFields {
  label?: string;
  entityID?: string;
  ssoURL?: string;
  certificate?: string;
  defaultTeam?: string | null;
  defaultRole?: Role | null;
}

/** The issuer and the keys that responses must match. */
export interface Trust {
  entityId: string;
  /** As PEM. */
  certificates: string[];
}

const MAX_ENTITY_ID = 1024;

/**
 * An identity provider that vouches for members of one organization. It begins with a label; once its entity id, its
 * address and its certificate are set, it is active and people can sign in by it. It gives access to this organization
 * only.
 */
export class SamlProvider extends Aggregate<SamlProviderState> implements Voucher {
  readonly protocol = 'saml';

  static create(organizationId: string, fields: SamlProviderFields & { label: string }, now: Date): SamlProvider {
    const provider = new SamlProvider({
      id: newId(now.getTime()),
      organizationId,
      version: 0,
      label: '',
      entityId: '',
      ssoUrl: '',
      certificate: '',
      defaultTeam: null,
      defaultRole: 'read',
      createdAt: now,
    });
    provider.#set(fields);
    return provider;
  }

  static from(state: SamlProviderState): SamlProvider {
    return new SamlProvider(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get label(): string {
    return this.state.label;
  }

  get ssoUrl(): string {
    return this.state.ssoUrl;
  }

  get welcome(): Welcome {
    return { role: this.state.defaultRole, team: this.state.defaultTeam };
  }

  get active(): boolean {
    return isActive(this.state);
  }

  get trust(): Trust {
    return { entityId: this.state.entityId, certificates: certificatesOf(this.state) };
  }

  /** Throws SignInRefused unless the provider is fully configured. */
  requireActive(): void {
    if (!this.active) throw new SignInRefused('pending', 'The provider is not fully configured');
  }

  /** Whether everything in this trust is still trusted. */
  stillTrusts({ entityId, certificates }: Trust): boolean {
    const { trust } = this;
    return entityId === trust.entityId && certificates.every((one) => trust.certificates.includes(one));
  }

  /**
   * Changes fields. Returns whether trust was withdrawn: the provider became another, lost one of its certificates, or
   * is no longer active. Adding a certificate withdraws nothing.
   */
  update(fields: SamlProviderFields): { distrusts: boolean } {
    const { active, trust } = this;
    this.#set(fields);
    return { distrusts: active && !(this.active && this.stillTrusts(trust)) };
  }

  #set({ label, entityID, ssoURL, certificate, defaultTeam, defaultRole }: SamlProviderFields): void {
    if (label !== undefined) this.state.label = validLabel(label);
    if (entityID !== undefined) this.state.entityId = validEntityId(entityID);
    if (ssoURL !== undefined) this.state.ssoUrl = ssoURL === '' ? '' : validProviderUrl('ssoURL', ssoURL).href;
    if (certificate !== undefined) this.state.certificate = validCertificate(certificate);
    if (defaultTeam !== undefined) this.state.defaultTeam = defaultTeam;
    if (defaultRole !== undefined) this.state.defaultRole = defaultRole;
  }
}

/** Whether the provider is fully configured. */
export function isActive({
  entityId,
  ssoUrl,
  certificate,
}: Pick<SamlProviderState, 'entityId' | 'ssoUrl' | 'certificate'>): boolean {
  return entityId !== '' && ssoUrl !== '' && certificate !== '';
}

function certificatesOf({ certificate }: SamlProviderState): string[] {
  return certificate === '' ? [] : readCertificates(certificate);
}

function validEntityId(entityId: string): string {
  const text = entityId.trim();
  if (exceeds(text, MAX_ENTITY_ID)) throw new Invalid(`entityID takes at most ${MAX_ENTITY_ID} characters`);
  if (/[\s\u0000-\u001f\u007f]/.test(text)) throw new Invalid('entityID takes no spaces and no control characters');
  return text;
}

function validCertificate(text: string): string {
  const certificate = text.trim();
  if (certificate !== '') readCertificates(certificate);
  return certificate;
}
