import { BadRequestException } from '@nestjs/common';
import type { ContentChange } from '../application/content-changes.js';
import type { ContentChangeBody } from './content-changes.body.js';

/** The change that a body requests. Throws 400 where a member is missing that its operation needs. */
export function toChange(body: ContentChangeBody, index: number): ContentChange {
  const missing = (member: string): never => {
    throw new BadRequestException(`changes.${index}.${member} is needed by ${body.operation}`);
  };
  const { target, files, page, operation, variables, computed, ...rest } = body;
  const given = {
    ...(target === undefined ? {} : { target }),
    ...(variables === undefined ? {} : { variables }),
    ...(computed === undefined ? {} : { computed }),
  };
  const fields = { ...rest, ...given } as Omit<ContentChangeBody, 'operation' | 'page'>;
  switch (operation) {
    case 'insert_page':
      return { ...fields, operation } as ContentChange;
    case 'update_page':
    case 'delete_page':
    case 'revert_page':
      return { ...fields, operation, page: page ?? missing('page') } as ContentChange;
    case 'update_variables':
      return { operation, variables: variables ?? missing('variables') };
    case 'insert_files':
      return { operation, files: files ?? missing('files') };
  }
}
