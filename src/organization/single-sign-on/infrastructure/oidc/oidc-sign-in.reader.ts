import { Logger } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { FindSignOutElsewhere, type SignOutElsewhere } from '../../../sign-in/application/session/session.queries.js';
import {
  ExchangeCode,
  GetRequestAddress,
  ReadLogoutToken,
  type CheckedAnswer,
} from '../../application/oidc/oidc.queries.js';
import { OidcProtocol, type LogoutToken, type OidcClient } from '../../domain/oidc/oidc.ports.js';
import { OidcProvider, type OidcProviderState } from '../../domain/oidc/oidc-provider.js';
import { SignInRefused } from '../../domain/sign-in-refused.js';
import { OIDC_COLUMNS } from './reading.js';
import { placeOfIdToken, placeOfSecret } from './sealed-places.js';

/** Loads what speaking with a provider takes, and speaks with it while no transaction is open. */
abstract class AsksProvider {
  constructor(
    protected readonly sql: SqlQuery,
    protected readonly box: SecretBox,
    protected readonly protocol: OidcProtocol,
  ) {}

  /** Throws NotFound where there is no such provider, SignInRefused where it is not fully configured. */
  protected async client(providerId: string): Promise<OidcClient> {
    const row = await this.sql.row<OidcProviderState & { secret: string | null }>(
      'oidc-provider.client',
      `select ${OIDC_COLUMNS}, version, (select s.secret_sealed from organization.oidc_client_secret s
         where s.organization_id = p.organization_id and s.provider_id = p.id) as secret
       from organization.oidc_provider p where id = $1`,
      [providerId],
    );
    if (!row) throw new NotFound('Provider not found');
    const provider = OidcProvider.from(row);
    provider.requireActive();
    return {
      providerId,
      trust: provider.trust,
      secret: row.secret === null ? undefined : this.box.open(row.secret, placeOfSecret(providerId)),
      scopes: row.scopes,
      claims: ['email', ...(row.groupRules.length > 0 ? [row.groupsClaim] : [])],
    };
  }
}

@QueryHandler(GetRequestAddress)
export class GetRequestAddressHandler extends AsksProvider implements IQueryHandler<GetRequestAddress> {
  constructor(sql: SqlQuery, box: SecretBox, protocol: OidcProtocol) {
    super(sql, box, protocol);
  }

  async execute({ providerId, request }: GetRequestAddress): Promise<string> {
    return this.protocol.requestAddress(await this.client(providerId), request);
  }
}

@QueryHandler(ExchangeCode)
export class ExchangeCodeHandler extends AsksProvider implements IQueryHandler<ExchangeCode> {
  constructor(sql: SqlQuery, box: SecretBox, protocol: OidcProtocol) {
    super(sql, box, protocol);
  }

  async execute({ providerId, request, parameters }: ExchangeCode): Promise<CheckedAnswer> {
    const client = await this.client(providerId);
    return { answer: await this.protocol.exchange(client, request, parameters), trust: client.trust };
  }
}

@QueryHandler(ReadLogoutToken)
export class ReadLogoutTokenHandler extends AsksProvider implements IQueryHandler<ReadLogoutToken> {
  constructor(sql: SqlQuery, box: SecretBox, protocol: OidcProtocol) {
    super(sql, box, protocol);
  }

  async execute({ providerId, token }: ReadLogoutToken): Promise<LogoutToken> {
    return this.protocol.readLogoutToken(await this.client(providerId), token);
  }
}

@QueryHandler(FindSignOutElsewhere)
export class FindSignOutElsewhereHandler extends AsksProvider implements IQueryHandler<FindSignOutElsewhere> {
  readonly #logger = new Logger('SignIn');

  constructor(sql: SqlQuery, box: SecretBox, protocol: OidcProtocol) {
    super(sql, box, protocol);
  }

  async execute({ sessionId }: FindSignOutElsewhere): Promise<SignOutElsewhere | undefined> {
    const row = await this.sql.row<{ providerId: string; label: string; idToken: string }>(
      'oidc-session.get',
      `select p.id as "providerId", p.label, s.id_token_sealed as "idToken" from organization.oidc_session s
       join organization.oidc_provider p on p.organization_id = s.organization_id and p.id = s.provider_id
       where s.session_id = $1`,
      [sessionId],
    );
    if (!row) return undefined;
    try {
      const idToken = this.box.open(row.idToken, placeOfIdToken(sessionId));
      const address = await this.protocol.signOutAddress(await this.client(row.providerId), idToken);
      return address === undefined ? undefined : { label: row.label, address };
    } catch (error) {
      if (error instanceof SignInRefused) return undefined;
      this.#logger.error(`The session at provider ${row.providerId} goes on: ${String(error)}`);
      return undefined;
    }
  }
}
