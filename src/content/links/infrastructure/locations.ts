import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetOrganization, MembersByIds } from '#organization';
import { OpenAPISpecsBySlugs } from '../../contract/openapi.js';
import type { PageLocationView, LocationView } from '../application/link.view.js';
import type { LinkKind } from '../../revisions/domain/page/stored-links.js';
import { seenCollections } from '../../spaces/infrastructure/collection/collection.reader.js';
import { seenSpaces } from '../../spaces/infrastructure/space/space.reader.js';
import { ContentRecords, type RecordKey } from './content-records.js';
import type { OpenContent } from './linked-contents.js';
import { VersionContexts } from './version-contexts.js';

/** Something to be shown as a location. */
export interface Wanted {
  kind: LinkKind;
  /** Empty: the space that is asked about. */
  space: string;
  id: string;
  internal?: PageLocationView['internalLocation'];
}

/** Shows things with all that a location carries: each record is read once, those of one kind in one statement. */
@Injectable()
export class Locations {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
    private readonly records: ContentRecords,
    private readonly contexts: VersionContexts,
  ) {}

  /** In the order asked for; undefined for what is not there, or what the caller may not see. */
  async of(caller: Caller, content: OpenContent, wanted: readonly Wanted[]): Promise<(LocationView | undefined)[]> {
    if (wanted.length === 0) return [];
    const { organizationId, spaceId } = content.revision;
    const { publicUrl } = this.settings;
    const idsOf = (kind: LinkKind): string[] => [
      ...new Set(wanted.flatMap((one) => (one.kind === kind ? [one.id] : []))),
    ];
    const organization = await this.dispatcher.ask(new GetOrganization(caller, organizationId));
    const { spaces } = await seenSpaces(this.sql, caller, {
      ...{ organizationId, publicUrl },
      ids: [...new Set(wanted.map(({ space }) => space || spaceId))],
    });
    const of = { organizationId, publicUrl };
    const collections = await seenCollections(this.sql, caller, { ...of, ids: idsOf('collection') });
    const users = idsOf('user');
    const members = await (users.length === 0
      ? new Map<string, never>()
      : this.dispatcher.ask(new MembersByIds(organizationId, users)));
    const slugs = idsOf('openapi');
    const specs = await (slugs.length === 0
      ? new Map<string, never>()
      : this.dispatcher.ask(new OpenAPISpecsBySlugs(caller, organizationId, slugs)));
    const records = await this.records.of(content, wanted.filter(isRecord));
    const versionContext = await this.contexts.of(content);
    return wanted.map((one): LocationView | undefined => {
      const space = spaces.get(one.space || spaceId);
      const own = one.space === '' && versionContext ? { versionContext } : {};
      switch (one.kind) {
        case 'url':
          return { kind: 'url', url: one.id };
        case 'user': {
          const member = members.get(one.id);
          return member && { kind: 'user', user: member.user };
        }
        case 'collection': {
          const collection = collections.get(one.id);
          return collection && { kind: 'collection', organization, collection };
        }
        case 'space':
          return space && { kind: 'space', organization, space };
        case 'page': {
          const page = records.page(one);
          const internal = one.internal ? { internalLocation: one.internal } : {};
          return space && page && { kind: 'page', organization, space, page, ...own, ...internal };
        }
        case 'file': {
          const file = records.file(one);
          return space && file && { kind: 'file', organization, space, file, ...own };
        }
        case 'content': {
          const reusableContent = records.content(one);
          return space && reusableContent && { kind: 'reusable-content', organization, space, reusableContent, ...own };
        }
        case 'openapi': {
          const openAPISpec = specs.get(one.id);
          return openAPISpec && { kind: 'openapi', organization, openAPISpec };
        }
      }
    });
  }
}

function isRecord(wanted: Wanted): wanted is Wanted & RecordKey {
  return wanted.kind === 'page' || wanted.kind === 'file' || wanted.kind === 'content';
}
